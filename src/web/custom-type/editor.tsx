import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { counted } from '#domain/common/counted.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { invalidateFor } from '#web/api/live-invalidation.ts'
import { TextArea } from '#web/form/field.tsx'
import { FileText } from '#web/form/file-text.tsx'
import { LeaveQuestion } from '#web/record/leave-question.tsx'
import { readIfSavedMeanwhile, useEditBase } from '#web/record/use-edit-base.ts'
import { idle, refusedBy, VersionForm } from '#web/record/version-form.tsx'
import { toast } from '#web/ui/announcer.tsx'
import { AsApiCall } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { type EditedType, saveCall, saveType, textOf } from './draft.ts'
import { RulesFields } from './rules-fields.tsx'
import { TryCard } from './try-card.tsx'
import { useTry } from './use-try.ts'

const SavedMeanwhile = lazyPart(() => import('#web/record/saved-meanwhile.tsx'))

/** Writes a custom attestation type; the service checks each part while it is typed. */
export default function CustomTypeEditor(props: {
  org: string
  base: EditedType
  /** State that the type was read in, and its newest version; absent for a new one. */
  saved?: { etag: string; version: number }
  /** Names that are taken; a new type may have none of them. */
  taken?: readonly string[]
  /** Why this person may not save, or null. */
  refusal: string | null
  cancel: ReactNode
  onSaved: (name: string) => void
}) {
  const { org, refusal } = props
  const queryClient = useQueryClient()
  const { begun, isSavedMeanwhile, rebase } = useEditBase({ base: props.base, saved: props.saved })
  const { base, saved } = begun
  const [type, setType] = useState(base)
  const [sample, setSample] = useState('')
  const [saving, setSaving] = useState(idle)
  const isConflict = isSavedMeanwhile && !saving.isBusy
  const tried = useTry(org, type, sample)
  const isNew = saved === undefined
  const isChanged = JSON.stringify(type) !== JSON.stringify(base)
  // A comment alone makes no version.
  const isSame = JSON.stringify({ ...type, comment: base.comment }) === JSON.stringify(base)
  const change = (fields: Partial<EditedType>) => setType({ ...type, ...fields })

  const save = async () => {
    if (props.taken?.includes(type.name)) {
      const name = 'A type with this name already exists, perhaps archived'
      return setSaving({ isBusy: false, refusals: { name } })
    }
    setSaving({ isBusy: true, refusals: {} })
    try {
      await saveType(org, type, saved?.etag)
    } catch (error) {
      await readIfSavedMeanwhile(error, queryClient, 'getCustomType')
      return setSaving(refusedBy(error, 'type'))
    }
    toast(isNew ? `Created ${type.name}` : `Saved ${type.name}`)
    void invalidateFor(queryClient, org, { kind: 'custom_type_updated', subject: {} })
    props.onSaved(type.name)
  }
  const takeSaved = (kept: EditedType) => {
    rebase()
    setType(kept)
    setSaving(idle)
  }
  const count = tried.problems.length
  const isSound = tried.isSettled && count === 0
  const state = !tried.isSettled
    ? 'Checking'
    : count > 0
      ? counted(count, 'error')
      : isNew || !isSame
        ? 'No errors'
        : 'Nothing is changed'
  const hasLabels = type.summary.every(({ name }) => name !== '')
  const canSave = refusal === null && !isConflict && isSound && hasLabels && (isNew || !isSame)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <LeaveQuestion isChanged={isChanged} />
      {isConflict && (
        <div className="min-w-0 lg:col-span-2">
          <SavedMeanwhile
            version={props.saved?.version ?? 1}
            theirs={textOf(props.base)}
            mine={textOf(type)}
            onKeep={() => takeSaved(type)}
            onTake={() => takeSaved({ ...props.base, comment: type.comment })}
          />
        </div>
      )}
      <div className="grid min-w-0 gap-4">
        <VersionForm
          one="type"
          isNew={isNew}
          nameHint="Pipelines and templates name it so"
          values={type}
          onChange={change}
          saving={saving}
          state={refusal ?? state}
          cancel={props.cancel}
          canSave={canSave}
          onSave={() => void save()}
        />
        <RulesFields definition={type} tried={tried} onChange={change} />
      </div>
      <div className="grid min-w-0 gap-4">
        <Card title="Schema" remark="JSON Schema that the data has to fit">
          <div className="px-4 pb-4">
            <TextArea
              label="JSON Schema"
              hint={
                <>
                  Any draft from 4 on; blank accepts any JSON.{' '}
                  <FileText
                    label="Read a file"
                    accept=".json,application/json"
                    onText={(schema) => change({ schema })}
                  />
                </>
              }
              isCode
              rows={12}
              spellCheck={false}
              value={type.schema}
              error={tried.problemAt('type_schema')}
              onChange={(event) => change({ schema: event.currentTarget.value })}
            />
          </div>
        </Card>
        <TryCard sample={sample} tried={tried} onSample={setSample} />
        <div className="text-table">
          <AsApiCall call={saveCall(org, type)} />
        </div>
      </div>
    </div>
  )
}

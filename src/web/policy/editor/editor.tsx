import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { hasComments } from '#domain/policy/policy-draft.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { invalidateFor } from '#web/api/live-invalidation.ts'
import { DraftEditor } from '#web/form/draft-editor.tsx'
import { Demands } from '#web/policy/demands.tsx'
import { isPolicy } from '#web/policy/queries.ts'
import { isLeft, LeaveQuestion, type Leaving } from '#web/record/leave-question.tsx'
import { readIfSavedMeanwhile, useEditBase } from '#web/record/use-edit-base.ts'
import { idle, refusedBy, VersionForm } from '#web/record/version-form.tsx'
import { toast } from '#web/ui/announcer.tsx'
import { AsApiCall } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { useControlKey } from '#web/ui/use-control-key.ts'
import { RulesForm } from './rules-form.tsx'
import { type EditedPolicy, saveCall, savePolicy } from './save.ts'
import { deleteDraft, savedDraft, saveDraft, useDraft } from './use-draft.ts'

const SaveDialog = lazyPart(() => import('./save-dialog.tsx'))
const SavedMeanwhile = lazyPart(() => import('#web/record/saved-meanwhile.tsx'))

/** A policy as it was read, to be changed. */
export interface EditorBase {
  policy: EditedPolicy
  /** Absent for a new policy. */
  saved?: { etag: string; version: number }
}

/** Writes a policy: YAML with its errors beside a form that edits the same, and Save. */
export default function PolicyEditor(props: {
  org: string
  base: EditorBase
  /** Why this person may not save, or null. */
  refusal: string | null
  cancel: ReactNode
  onSaved: (name: string) => void
}) {
  const { org, refusal } = props
  const queryClient = useQueryClient()
  const { begun: base, isSavedMeanwhile, rebase } = useEditBase(props.base)
  const stored = useState(() => savedDraft(org, base.policy.name, base.saved?.version ?? 0))[0]
  const [fields, setFields] = useState({ ...base.policy, comment: '', ...stored })
  const [isAsking, setAsking] = useState(false)
  const [saving, setSaving] = useState(idle)
  const draft = useDraft(org, stored?.text ?? base.policy.text)
  const edited = { ...fields, text: draft.text }
  const isNew = !base.saved
  const isChanged =
    edited.text !== base.policy.text || edited.description !== base.policy.description
  const latest = props.base
  const isConflict = isSavedMeanwhile && !saving.isBusy

  const isLost = (leaving: Leaving) => {
    const { name, text, description, comment } = edited
    // It is tried there, and still here when one comes back.
    if (base.saved && leaving.next.fullPath === '/$org/policies/$policy/what-if') {
      saveDraft(org, name, { text, description, comment, version: base.saved.version })
      return false
    }
    return isLeft(leaving)
  }
  useControlKey('s', (event) => {
    // The browser would save the page.
    event.preventDefault()
    void draft.validate()
  })

  const save = async () => {
    setSaving({ isBusy: true, refusals: {} })
    try {
      if (isNew && (await isPolicy(org, edited.name))) {
        const name = 'A policy with this name already exists, perhaps archived'
        return setSaving({ isBusy: false, refusals: { name } })
      }
      await savePolicy(org, edited, base.saved?.etag)
    } catch (error) {
      await readIfSavedMeanwhile(error, queryClient, 'getPolicy')
      return setSaving(refusedBy(error, 'policy'))
    }
    deleteDraft(org, edited.name)
    toast(isNew ? `Created ${edited.name}` : `Saved ${edited.name}`)
    void invalidateFor(queryClient, org, { kind: 'policy_updated', subject: {} })
    props.onSaved(edited.name)
  }
  const take = () => {
    rebase()
    setFields({ ...latest.policy, comment: fields.comment })
    draft.setText(latest.policy.text)
    setSaving(idle)
  }
  const keep = () => {
    rebase()
    setSaving(idle)
  }
  const canSave = draft.isSound && (isNew || isChanged) && !isConflict && refusal === null
  return (
    <div className="grid gap-4">
      <LeaveQuestion
        isChanged={isChanged}
        isLeft={isLost}
        onLeave={() => deleteDraft(org, edited.name)}
      />
      {isConflict && (
        <SavedMeanwhile
          version={latest.saved?.version ?? 1}
          theirs={latest.policy.text}
          mine={draft.text}
          onKeep={keep}
          onTake={take}
        />
      )}
      <VersionForm
        one="policy"
        isNew={isNew}
        values={fields}
        onChange={(change) => setFields({ ...fields, ...change })}
        saving={saving}
        state={refusal ?? stateText(draft, isNew || isChanged)}
        cancel={props.cancel}
        canSave={canSave}
        onSave={() => (isNew ? void save() : setAsking(true))}
      />
      {isAsking && (
        <SaveDialog
          org={org}
          policy={edited}
          version={(base.saved?.version ?? 0) + 1}
          onSave={() => {
            setAsking(false)
            void save()
          }}
          onClose={() => setAsking(false)}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Card title="YAML" remark="its errors stand on their lines">
            <DraftEditor
              label="Draft of the policy"
              text={draft.text}
              problems={draft.problems}
              onChange={draft.setText}
            />
            {draft.failure && (
              <div className="border-t border-line px-4 py-2.5">
                <LoadFailed
                  what="What it demands"
                  reason={refusedBy(draft.failure, 'policy').refusals.whole}
                  frame="none"
                  onRetry={draft.retry}
                />
              </div>
            )}
          </Card>
          {draft.demands.length > 0 && (
            <Card title="What it demands" remark="in words">
              <Demands demands={draft.demands} />
            </Card>
          )}
        </div>
        <Card
          title="Form"
          remark={
            hasComments(draft.text)
              ? 'writes the same YAML; its comments would be lost'
              : 'writes the same YAML'
          }
        >
          {draft.draft && (
            <RulesForm draft={draft.draft} isWaiting={!draft.isSettled} onChange={draft.write} />
          )}
          {!draft.draft && (draft.isRead || draft.problems.length > 0) && (
            <p className="px-4 pb-3 text-table text-muted">
              The form comes back when the YAML can be read.
            </p>
          )}
        </Card>
      </div>
      <div className="text-table">
        <AsApiCall call={saveCall(org, edited)} />
      </div>
    </div>
  )
}

/** How the draft stands, beside the button that saves it. */
function stateText(draft: ReturnType<typeof useDraft>, isChanged: boolean): string {
  const { isRead, problems } = draft
  if (!isRead) return 'Checking'
  if (problems.length > 0) return problems.length === 1 ? 'One error' : `${problems.length} errors`
  return isChanged ? 'No errors' : 'Nothing is changed'
}

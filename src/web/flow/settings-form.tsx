import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Flow } from '#contract/flow.ts'
import { ApiError } from '../api/api-error.ts'
import { outdate } from '../api/change-invalidation.ts'
import { refusalTexts } from '../api/refusal-texts.ts'
import { ChoiceField } from '../form/choice-field.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { FormError } from '../form/form-error.tsx'
import { TextArea } from '../form/text-area.tsx'
import { confirm } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Conflict } from './conflict.tsx'
import { differingFields, editOf, type FlowEdit, flowEdit, saveFlow } from './edit.ts'
import { editedFlowQuery } from './queries.ts'
import { saveCall } from './save-call.ts'
import { TagsField } from './tags-field.tsx'
import { visibilities } from './visibilities.ts'

/** Description, visibility and tags of a flow. What others save meanwhile is shown beside. */
export function SettingsForm(props: { org: string; flow: string; refusal: string | null }) {
  const { org, refusal } = props
  const queryClient = useQueryClient()
  const query = editedFlowQuery(org, props.flow)
  const { data: latest } = useSuspenseQuery(query)
  /** The flow as it was when this edit began. */
  const [base, setBase] = useState(latest)
  const [isSaved, setSaved] = useState(false)
  const form = useForm<FlowEdit>({
    defaultValues: editOf(base.record),
    resolver: contractResolver(flowEdit),
  })
  const { errors, isDirty, isSubmitting, dirtyFields } = form.formState
  const theirs = differingFields(base.record, latest.record)
  const isConflict = isDirty && !isSubmitting && theirs.length > 0

  const begin = (from: typeof latest, mine?: Partial<FlowEdit>) => {
    setBase(from)
    form.reset(editOf(from.record))
    for (const field of Object.keys(mine ?? {}) as (keyof FlowEdit)[]) {
      form.setValue(field, mine?.[field] as FlowEdit[typeof field], { shouldDirty: true })
    }
  }
  /** What was typed here stays, what was not takes the others' values. */
  const keepMine = () => {
    const values = form.getValues()
    const touched = Object.keys(dirtyFields) as (keyof FlowEdit)[]
    begin(latest, Object.fromEntries(touched.map((field) => [field, values[field]])))
  }
  if (latest.etag !== base.etag && !isSubmitting && !isConflict) setBase(latest)
  const follow = useEffectEvent((flow: Flow) => {
    if (!isDirty) form.reset(editOf(flow))
  })
  useEffect(() => follow(base.record), [base])

  const save = form.handleSubmit(async (edit) => {
    setSaved(false)
    try {
      await saveFlow(org, base, edit)
    } catch (error) {
      // Part of it may have arrived, or somebody else was faster: look again.
      await queryClient.invalidateQueries({ queryKey: query.queryKey })
      return showRefusal(error)
    }
    begin(await queryClient.fetchQuery({ ...query, staleTime: 0 }))
    setSaved(true)
    confirm('Settings saved')
    void outdate(queryClient, org, { kind: 'flow_put', subject: { flow_name: props.flow } })
  })
  const showRefusal = (error: unknown) => {
    if (error instanceof ApiError && error.status === 412) {
      const message =
        error.current === null
          ? 'Not saved: there is no flow of this name any more.'
          : 'Not saved: somebody else has changed this flow meanwhile.'
      return form.setError('root', { message })
    }
    const { byField, whole } = refusalTexts(error, ['description', 'visibility'])
    for (const [field, message] of byField) form.setError(field, { message })
    if (whole) form.setError('root', { message: whole })
  }

  const edited = useWatch({ control: form.control }) as FlowEdit
  return (
    <Card title="General">
      <form noValidate className="grid gap-4 px-4 pb-4" onSubmit={(event) => void save(event)}>
        <fieldset disabled={refusal !== null} className="grid min-w-0 gap-3">
          <TextArea
            label="Description"
            rows={2}
            error={errors.description?.message ?? null}
            {...form.register('description')}
          />
          <ChoiceField label="Visibility" options={visibilities} {...form.register('visibility')} />
          <TagsField control={form.control} register={form.register} errors={errors.tags} />
        </fieldset>
        {isConflict && (
          <Conflict
            fields={theirs}
            mine={edited}
            theirs={editOf(latest.record)}
            onKeep={keepMine}
            onTake={() => begin(latest)}
          />
        )}
        <FormError message={errors.root?.message} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            kind="primary"
            disabled={refusal !== null || !isDirty || isSubmitting}
          >
            {isSubmitting ? 'Saving' : 'Save'}
          </Button>
          <span className="text-meta text-muted">
            {refusal}
            {isSaved && !isDirty && 'Saved.'}
          </span>
        </div>
        <div className="text-table">
          <Disclosure label="As API call">
            <CallBox call={saveCall(org, base.record, edited)} />
          </Disclosure>
        </div>
      </form>
    </Card>
  )
}

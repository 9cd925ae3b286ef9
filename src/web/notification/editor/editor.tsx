import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import { invalidateFor } from '#web/api/live-invalidation.ts'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import { TextField } from '#web/form/field.tsx'
import { Form } from '#web/form/form.tsx'
import { FormError } from '#web/form/form-error.tsx'
import { SentenceBox } from '#web/notification/rule-sentence.tsx'
import { Conflict } from '#web/record/record-form.tsx'
import { LeaveQuestion } from '#web/record/leave-question.tsx'
import { readIfSavedMeanwhile, useEditBase } from '#web/record/use-edit-base.ts'
import { toast } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { AsApiCall } from '#web/ui/call-box.tsx'
import { conflictRows, missingText, ruleOfDraft } from './draft-labels.ts'
import { type EditedNotification, editedOf } from './draft.ts'
import { EnvironmentsField } from './environments-field.tsx'
import type { Fired } from './fired-events.tsx'
import { PreviewCard } from './preview-card.tsx'
import { type Saved, saveCall, saveRule, showRefusal } from './save.ts'
import { TargetsField } from './targets-field.tsx'
import { NoiseFields, TriggersField } from './triggers-field.tsx'
import { useTest } from './use-test.ts'

// The form is there before what comes of it.
const BacktestCard = lazyPart(
  async () => ({
    default: (await import('./backtest-card.tsx')).BacktestCard,
  }),
  <div className="h-48 rounded-card border border-line" />,
)
const TestOutcome = lazyPart(async () => ({
  default: (await import('./test-result.tsx')).TestOutcome,
}))

interface EditorProps {
  org: string
  base: EditedNotification
  /** State that the rule was read in; absent for a new one. */
  saved?: Saved
  /** Why this person may not save, or null. */
  refusal: string | null
  cancel: ReactNode
  onSaved: (number: number) => void
}

/** Edits a rule that is saved already. */
export function SavedNotificationEditor(
  props: Omit<EditorProps, 'base'> & { notification: NotificationSummary },
) {
  const { notification, ...rest } = props
  return <NotificationEditor {...rest} base={editedOf(notification)} />
}

/** Writes a rule, and shows beside it what it says, tells, and would have told. */
export default function NotificationEditor(props: EditorProps) {
  const { org, refusal } = props
  usePreload(TestOutcome)
  const queryClient = useQueryClient()
  const { begun, rebase, ...edit } = useEditBase({ base: props.base, saved: props.saved })
  const { base, saved } = begun
  const form = useForm<EditedNotification>({ defaultValues: base })
  const { errors, isDirty, isSubmitting } = form.formState
  const edited = useWatch({ control: form.control }) as EditedNotification
  const isSavedMeanwhile = edit.isSavedMeanwhile && !isSubmitting
  const isConflict =
    isSavedMeanwhile && isDirty && JSON.stringify(props.base) !== JSON.stringify(base)
  // Changes saved by others are followed until something is typed here.
  if (isSavedMeanwhile && !isConflict) rebase()
  const follow = useEffectEvent((latest: EditedNotification) => {
    if (!isDirty) form.reset(latest)
  })
  useEffect(() => follow(base), [base])
  const [picked, setPicked] = useState<Fired | null>(null)
  const { isTesting, test, resultOf } = useTest(org, saved?.number, edited)
  const missing = missingText(edited)

  const save = form.handleSubmit(async (values) => {
    let made: NotificationSummary
    try {
      made = await saveRule(org, values, saved)
    } catch (error) {
      await readIfSavedMeanwhile(error, queryClient, 'getNotificationPage')
      return showRefusal(form, error)
    }
    toast(saved ? `Saved ${made.name}` : `Created ${made.name}`)
    await invalidateFor(queryClient, org, { kind: 'notification_updated', subject: {} })
    props.onSaved(made.number)
  })
  const resolveConflict = (isTheirs: boolean) => {
    const mine = form.getValues()
    rebase()
    form.reset(props.base)
    if (isTheirs) return
    for (const [field, value] of Object.entries(mine)) {
      form.setValue(field as keyof EditedNotification, value, { shouldDirty: true })
    }
  }
  return (
    <FormProvider {...form}>
      <LeaveQuestion isChanged={isDirty} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 gap-x-6 @min-[57.5rem]/main:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Form className="grid min-w-0 gap-6" onSubmit={() => save()}>
          <SentenceBox rule={ruleOfDraft(edited)} />
          <fieldset disabled={refusal !== null} className="grid min-w-0 gap-6">
            <TextField
              label="Name"
              required
              autoComplete="off"
              error={errors.name?.message ?? null}
              {...form.register('name')}
            />
            <EnvironmentsField org={org} />
            <TriggersField />
            <TargetsField
              isTesting={isTesting}
              onTest={(targets) => void test(targets)}
              renderResult={(target) => <TestOutcome tested={resultOf(target)} />}
            />
            <NoiseFields />
          </fieldset>
          {isConflict && (
            <Conflict
              one="rule"
              rows={conflictRows(edited, props.base)}
              onKeep={() => resolveConflict(false)}
              onTake={() => resolveConflict(true)}
            />
          )}
          <div className="sticky bottom-0 z-2 grid gap-2 border-t border-line bg-bg py-3">
            <FormError message={errors.root?.message} />
            <div className="flex flex-wrap items-center gap-2">
              <Button
                type="submit"
                kind="primary"
                isBusy={isSubmitting}
                refusal={refusal ?? missing}
                disabled={isConflict}
              >
                {isSubmitting ? 'Saving' : saved ? 'Save changes' : 'Create notification'}
              </Button>
              {props.cancel}
              <span className="text-meta text-muted">{refusal ?? missing}</span>
            </div>
          </div>
          <div className="text-table">
            <AsApiCall call={saveCall(org, edited, saved)} />
          </div>
        </Form>
        <div className="sticky top-16 grid min-w-0 gap-4 overflow-y-auto @min-[57.5rem]/main:max-h-[calc(100dvh-5rem)]">
          <BacktestCard org={org} edited={edited} picked={picked} onPick={setPicked} />
          {refusal === null && (
            <PreviewCard
              org={org}
              number={saved?.number}
              edited={edited}
              picked={picked}
              onNewest={() => setPicked(null)}
            />
          )}
        </div>
      </div>
    </FormProvider>
  )
}

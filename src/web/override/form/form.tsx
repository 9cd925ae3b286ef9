import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import type { OverrideSettings } from '#contract/override/override-settings.ts'
import { decidersText } from '#domain/override/override-rules.ts'
import { refusalTexts } from '#web/api/api-error.ts'
import { invalidateFor } from '#web/api/live-invalidation.ts'
import { Form } from '#web/form/form.tsx'
import { FormError } from '#web/form/form-error.tsx'
import { LeaveQuestion } from '#web/record/leave-question.tsx'
import { Button } from '#web/ui/button.tsx'
import { AsApiCall } from '#web/ui/call-box.tsx'
import { openLayers } from '#web/ui/layer.ts'
import { useNow } from '#web/ui/time.tsx'
import { useControlKey } from '#web/ui/use-control-key.ts'
import { type Draft, type DraftProblems, bodyOf, emptyDraft, problemsOf } from './draft.ts'
import { EvidenceSays, NewerNote } from './evidence-summary.tsx'
import { FormFields } from './form-fields.tsx'
import { ImpactCard, useImpact } from './impact-card.tsx'
import { type Made, submitCall, submitOverride } from './submit.ts'
import { changeSince, type TargetState, type Target, typeRefusal } from './target.ts'
import { VerdictChoice } from './verdict-choice.tsx'

/** Changes one verdict on the record, knowing the effect. */
export default function OverrideForm(props: {
  org: string
  target: Target
  standing: TargetState
  /** The report that it is about; null where nothing was reported. */
  original: Attestation | null
  /** Its finding, in a few words; null where it says no more than its verdict. */
  finding: string | null
  /** Of the evidence, else of the trail: for what is said in advance of an artifact. */
  commit: string | null
  settings: OverrideSettings
  /** Whether a second person has to approve, as far as the page knows. */
  needsApproval: boolean
  /** Verdict chosen by a link. */
  verdict: boolean | null
  /** Why this person may not override here, or null. */
  refusal: string | null
  cancel: ReactNode
  onMade: (made: Made) => void
}) {
  const { org, target, standing, original, settings } = props
  const queryClient = useQueryClient()
  const [base, setBase] = useState(standing)
  const [chosenType, setChosenType] = useState('generic')
  const [first] = useState(() => emptyDraft(settings, props.verdict))
  const [draft, setDraft] = useState(first)
  const [sending, setSending] = useState<Sending>(idle)
  const now = useNow()
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first)
  const newer = sending.isBusy ? null : changeSince(base, standing)
  const known = original?.attestation_type ?? standing.type
  const of = { type: known ?? chosenType, commit: props.commit }
  const refusal = props.refusal ?? typeRefusal(of.type)
  const impact = useImpact(org, target, of, draft, sending.isBusy || refusal !== null)
  const needsApproval = impact.query.data?.needs_approval ?? props.needsApproval
  const problems = { ...problemsOf(draft, settings, { now, isTried: sending.isTried }) }
  const body = bodyOf(target, of, draft, now)

  const change = (fields: Partial<Draft>) => {
    setDraft({ ...draft, ...fields })
    const left = Object.entries(sending.refusals).filter(([field]) => !(field in fields))
    setSending({ ...sending, refusals: Object.fromEntries(left) })
  }
  const submit = async () => {
    if (refusal !== null || sending.isBusy || newer !== null) return
    const at = Date.now() / 1_000
    const found = problemsOf(draft, settings, { now: at, isTried: true })
    if (Object.keys(found).length > 0) {
      return setSending({ ...idle, isTried: true })
    }
    setSending({ ...idle, isBusy: true })
    try {
      const made = await submitOverride(org, bodyOf(target, of, draft, at), needsApproval)
      const kind = made.isRequest ? 'override_requested' : 'attestation_overridden'
      await invalidateFor(queryClient, org, { kind, subject: {} })
      props.onMade(made)
    } catch (error) {
      setSending({ ...idle, isTried: true, refusals: refusalsOf(error) })
      // The organization may have changed who approves.
      void impact.query.refetch()
    }
  }
  useControlKey('enter', (event) => {
    if (document.querySelector(openLayers)) return
    event.preventDefault()
    void submit()
  })
  return (
    <Form
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 dock:grid-cols-[minmax(0,1fr)_27.5rem]"
      onSubmit={submit}
    >
      <LeaveQuestion isChanged={isChanged && !sending.isBusy} isLeft={() => true} />
      <div className="grid min-w-0 gap-6">
        {newer !== null && (
          <NewerNote
            change={newer}
            standing={standing}
            original={original}
            onGoOn={() => setBase(standing)}
          />
        )}
        <EvidenceSays org={org} standing={standing} original={original} finding={props.finding} />
        <fieldset disabled={refusal !== null} className="grid min-w-0 gap-6">
          <VerdictChoice
            value={draft.verdict}
            reported={
              original ? (original.reported_is_compliant ?? original.is_compliant) : undefined
            }
            error={problems.verdict}
            onChange={(verdict) => change({ verdict })}
          />
          <FormFields
            draft={draft}
            settings={settings}
            problems={{ ...problems, ...sending.refusals }}
            type={known === null ? chosenType : null}
            onType={setChosenType}
            onChange={change}
          />
        </fieldset>
      </div>
      <ImpactCard
        org={org}
        target={target}
        from={standing.isCompliant}
        verdict={draft.verdict}
        impact={impact}
      />
      <div className="grid gap-3 border-t border-line pt-4 dock:col-start-1">
        <FormError message={sending.refusals.whole} />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            kind="primary"
            isBusy={sending.isBusy}
            refusal={refusal}
            disabled={newer !== null}
            title="Ctrl Enter"
          >
            {sending.isBusy ? 'Sending' : submitLabel(draft.verdict, needsApproval)}
          </Button>
          {props.cancel}
          <span className="text-meta text-muted">
            {refusal ??
              (needsApproval &&
                `In this flow a second person has to approve it: ${decidersText(settings)}.`)}
          </span>
        </div>
      </div>
      <div className="text-table dock:col-start-1">
        <AsApiCall call={submitCall(org, body, needsApproval)} />
      </div>
    </Form>
  )
}

interface Sending {
  isBusy: boolean
  /** A submit has shown what is missing. */
  isTried: boolean
  refusals: DraftProblems & { whole?: string }
}
const idle: Sending = { isBusy: false, isTried: false, refusals: {} }

function submitLabel(verdict: boolean | null, needsApproval: boolean): string {
  if (needsApproval) return 'Request approval'
  if (verdict === null) return 'Override'
  return verdict ? 'Override as compliant' : 'Override as non-compliant'
}

/** Refusals by the service, beside the fields that they are about. */
function refusalsOf(error: unknown): Sending['refusals'] {
  const fields = ['reason', 'description', 'origin_url', 'user_data'] as const
  const names = [...fields, 'external_urls', 'annotations', 'expires_at'] as const
  const { byField, whole } = refusalTexts(error, names)
  const own = { external_urls: 'ticket', annotations: 'control', expires_at: 'date' } as const
  const named = byField.map(([name, text]) => [
    name in own ? own[name as keyof typeof own] : name,
    text,
  ])
  return { ...Object.fromEntries(named), ...(whole && { whole }) }
}

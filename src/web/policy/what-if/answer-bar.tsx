import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { attachPolicies, detachPolicies } from '#contract/environment/environment.ts'
import { previewPolicyEffect } from '#contract/policy/policy-effect.ts'
import { curl } from '#web/api/curl.ts'
import { Failures, useAttachments } from '#web/policy/attach/use-attachments.tsx'
import { type Effect, daysText, effectText } from '#web/policy/effect/effect-text.ts'
import type { EffectQuestion } from '#web/policy/queries.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { AsApiCall } from '#web/ui/call-box.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { TimeStamp } from '#web/ui/time.tsx'

/** Effect in a sentence, and the way to make the change. */
export function AnswerBar(props: {
  org: string
  question: EffectQuestion
  effect: Effect
  /** Number of the newest version. */
  version: number
  /** Why this person may not do it, or null. */
  refusal: string | null
  onApplying: (isBusy: boolean) => void
  onAgain: () => void
}) {
  const { org, question, effect, refusal, onApplying } = props
  const [policy = ''] = question.policy_names
  const isDetach = question.action === 'detach'
  const { isBusy, failures, apply } = useAttachments(
    org,
    isDetach ? detachPolicies : attachPolicies,
  )
  useEffect(() => onApplying(isBusy), [isBusy, onApplying])
  useShortcuts([{ key: 'r', label: 'Evaluate again', run: props.onAgain }])
  const changed = effect.environments.filter(
    ({ standstill }) => standstill !== 'attached_already' && standstill !== 'not_attached',
  )
  const [only] = effect.environments
  const change = () => {
    const attachments = changed.map(({ name }) => ({ env_name: name, policy_names: [policy] }))
    void apply(attachments, question, isDetach ? `Detached ${policy}` : `Attached ${policy}`)
  }
  return (
    <section aria-label="Answer" className="mt-4 flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 max-md:basis-full">
        <p role="status" className="text-lead text-pretty wrap-anywhere">
          {effectText(effect)}
          {effect.environments.length === 1 && only && ` ${daysText(only)}`}
        </p>
        <p className="text-meta text-muted">
          Evaluated <TimeStamp at={effect.evaluated_at} form="stamp" /> by everything that is known
          now, of earlier snapshots too.
        </p>
        <Failures failures={failures} tried={changed.length} />
        <div className="text-table">
          <AsApiCall call={curl(previewPolicyEffect, { params: { org }, body: question })} />
        </div>
      </div>
      <Button title="Evaluate again, r" onClick={props.onAgain}>
        Evaluate again
      </Button>
      {question.policy_yaml != null ? (
        <Link
          to="/$org/policies/$policy"
          params={{ org, policy }}
          search={{ edit: true }}
          className={buttonClass()}
        >
          Save it as version {props.version + 1}
        </Link>
      ) : (
        <Button refusal={refusal} disabled={isBusy || changed.length === 0} onClick={change}>
          {isDetach ? 'Detach' : 'Attach'}
        </Button>
      )}
    </section>
  )
}

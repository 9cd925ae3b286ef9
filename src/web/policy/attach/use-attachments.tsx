import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { attachPolicies, detachPolicies } from '#contract/environment/environment.ts'
import { ApiError, refusalTexts } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { FormError } from '#web/form/form-error.tsx'
import type { Effect } from '#web/policy/effect/effect-text.ts'
import { type EffectQuestion, effectQuery } from '#web/policy/queries.ts'
import { useChange } from '#web/record/use-change.ts'

/** Policies of one environment. */
export interface Attachment {
  env_name: string
  policy_names: string[]
}

/** Where it did not work, and why. */
interface Failure {
  environment: string
  message: string
}

/** Attaches or detaches policies in one environment after the other; one that fails stops none. */
export function useAttachments(
  org: string,
  endpoint: typeof attachPolicies | typeof detachPolicies,
) {
  const { isBusy, run } = useChange(org, 'policies_attached')
  const queryClient = useQueryClient()
  const [failures, setFailures] = useState<Failure[]>([])
  const apply = (attachments: readonly Attachment[], question: EffectQuestion, done: string) => {
    setFailures([])
    // The record names the effect that was on the screen.
    const known = queryClient.getQueryData<Effect>(effectQuery(org, question).queryKey)
    const { input_hash = null, result_hash = null } = known ?? {}
    const effect = input_hash && result_hash ? { input_hash, result_hash } : null
    return run(async () => {
      const failed: Failure[] = []
      for (const { env_name, policy_names } of attachments) {
        try {
          await call(endpoint, { params: { org, env_name }, body: { policy_names, effect } })
        } catch (error) {
          // All of it is tried again after a new sign-in: what is done already stays so.
          if (error instanceof ApiError && error.status === 401) throw error
          failed.push({ environment: env_name, message: refusalTexts(error, []).whole ?? '' })
        }
      }
      setFailures(failed)
      if (failed.length > 0) throw new Error('not everywhere')
    }, done)
  }
  return { isBusy, failures, apply }
}

/** Where a change did not work, while it did elsewhere. */
export function Failures(props: { failures: readonly Failure[]; tried: number }) {
  const { failures, tried } = props
  const [first] = failures
  if (!first) return <FormError message={undefined} />
  if (tried === 1) return <FormError message={first.message} />
  return (
    <div className="grid gap-1">
      <FormError message={`Not done in ${failures.length} of ${tried} environments`} />
      <ul aria-label="Not done" className="max-h-32 overflow-y-auto text-table">
        {failures.map(({ environment, message }) => (
          <li key={environment} className="wrap-anywhere">
            <span className="font-medium">{environment}</span>: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

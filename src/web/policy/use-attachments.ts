import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../action/use-change.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { refusalTexts } from '../api/refusal-texts.ts'
import { type EffectQuestion, effectQuery } from './queries.ts'

/** Policies of one environment. */
export interface Attachment {
  env_name: string
  policy_names: string[]
}

/** Where it did not work, and why. */
export interface Failure {
  environment: string
  message: string
}

/** Attaches or detaches policies in one environment after the other; one that fails stops none. */
export function useAttachments(org: string, endpoint: 'attachPolicies' | 'detachPolicies') {
  const { isBusy, run } = useChange(org, 'policies_attached')
  const queryClient = useQueryClient()
  const [failures, setFailures] = useState<Failure[]>([])
  const apply = (attachments: readonly Attachment[], question: EffectQuestion, done: string) => {
    setFailures([])
    // The record names the effect that was on the screen.
    const told = queryClient.getQueryData(effectQuery(org, question).queryKey)
    const { input_hash = null, result_hash = null } = told ?? {}
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

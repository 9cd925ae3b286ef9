import { useState } from 'react'
import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import type { Tested } from './use-test.ts'

/** Tests targets of a saved rule: all of them, or one. */
export function useSavedTest(org: string, { number, targets }: NotificationSummary) {
  const { isBusy, failure, run } = useChange(org, 'notification_tested')
  const [results, setResults] = useState<ReadonlyMap<string, Tested>>(new Map())
  const test = (target_id?: string) => {
    if (isBusy) return
    const params = { org, number: String(number) }
    const tried = targets.filter((one) => target_id === undefined || one.target_id === target_id)
    void run(
      async () => {
        const body = target_id === undefined ? {} : { target_id }
        const answer = await call('testNotification', { params, body })
        const at = Date.now() / 1_000
        const after = new Map(results)
        for (const [place, result] of answer.results.entries()) {
          const target = tried[place]
          if (target) after.set(target.target_id, { at, result })
        }
        setResults(after)
      },
      tried.length === 1 ? 'Tested' : `Tested ${tried.length} targets`,
    )
  }
  return { isBusy, failure, test, resultOf: (id: string) => results.get(id) ?? null }
}

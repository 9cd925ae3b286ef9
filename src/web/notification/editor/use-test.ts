import { useState } from 'react'
import { testNotification } from '#contract/notification/delivery.ts'
import { type TestResult, testNotificationDraft } from '#contract/notification/draft.ts'
import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import { call } from '#web/api/call.ts'
import { useChange } from '#web/record/use-change.ts'
import { confirm } from '#web/ui/announcer.tsx'
import {
  type EditedNotification,
  type EditedTarget,
  isAddressed,
  refusalOfDraft,
  targetBody,
} from './draft.ts'

/** How a test of one target went. */
export type Tested = { at: number; result: TestResult } | { at: number; failure: string }

const keyOf = (target: EditedTarget) => JSON.stringify(targetBody(target))

/** Tests targets as they are typed; a result stands for as long as its target stays the same. */
export function useTest(org: string, number: number | undefined, edited: EditedNotification) {
  const [isTesting, setTesting] = useState(false)
  const [results, setResults] = useState<ReadonlyMap<string, Tested>>(new Map())

  const test = async (targets: readonly EditedTarget[]) => {
    const tried = targets.filter(isAddressed)
    if (tried.length === 0 || isTesting) return
    setTesting(true)
    const [environment] = edited.environments
    const [trigger] = edited.triggers
    const body = {
      ...(number !== undefined && { number }),
      ...(environment && { environment }),
      ...(trigger && { trigger }),
      targets: tried.map(targetBody),
    }
    const note = (resultOf: (position: number) => Tested) =>
      setResults((before) => {
        const after = new Map(before)
        for (const [position, target] of tried.entries())
          after.set(keyOf(target), resultOf(position))
        return after
      })
    try {
      const answer = await call(testNotificationDraft, { params: { org }, body })
      const at = Date.now() / 1_000
      const byPosition = new Map(answer.results.map((one) => [one.position, one]))
      note((position) => {
        const result = byPosition.get(position)
        return result ? { at, result } : { at, failure: 'Not tested' }
      })
      confirm(testedText(answer.results))
    } catch (error) {
      const at = Date.now() / 1_000
      note((position) => {
        const field = new RegExp(`^targets\\.${position}\\b`)
        return { at, failure: refusalOfDraft(error, field) }
      })
    } finally {
      setTesting(false)
    }
  }
  return { isTesting, test, resultOf: (target: EditedTarget) => results.get(keyOf(target)) ?? null }
}

/** "Tested 3 targets: 2 answered, 1 failed". */
function testedText(results: readonly TestResult[]): string {
  const answered = results.filter((one) => one.is_delivered).length
  const failed = results.length - answered
  const counts = [answered && `${answered} answered`, failed && `${failed} failed`]
  const what = results.length === 1 ? '1 target' : `${results.length} targets`
  return `Tested ${what}: ${counts.filter(Boolean).join(', ')}`
}

/** Tests targets of a saved rule: all of them, or one. */
export function useSavedTest(org: string, { number, targets }: NotificationSummary) {
  const { isBusy, failure, run } = useChange(org, 'notification_tested')
  const [results, setResults] = useState<ReadonlyMap<string, Tested>>(new Map())
  const test = (target_id?: string) => {
    if (isBusy) return
    const params = { org, number: String(number) }
    const tried = targets.filter((one) => target_id === undefined || one.target_id === target_id)
    void run(async () => {
      const body = target_id === undefined ? {} : { target_id }
      const answer = await call(testNotification, { params, body })
      const at = Date.now() / 1_000
      const after = new Map(results)
      for (const [position, result] of answer.results.entries()) {
        const target = tried[position]
        if (target) after.set(target.target_id, { at, result })
      }
      setResults(after)
      return answer.results
    }, testedText)
  }
  return { isBusy, failure, test, resultOf: (id: string) => results.get(id) ?? null }
}

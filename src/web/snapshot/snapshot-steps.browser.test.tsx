import { expect, it } from 'vitest'
import type { SnapshotPage } from '#contract/snapshot/snapshot-page.ts'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { FactsLine } from '#web/ui/facts-line.tsx'
import { SnapshotFacts } from './snapshot-steps.tsx'

const snapshot = {
  index: 3,
  from: 1_790_000_000,
  to: 1_790_122_400,
  duration: 122_400,
  type: 'K8S',
  reported_by: 'robot',
  cause: null,
  started_count: 1,
  exited_count: 0,
  changed_count: 0,
} as unknown as SnapshotPage

it('puts the comma before how long it was in force at the end of what is before it', async () => {
  const { screen } = await renderInRouter(
    <FactsLine>
      <SnapshotFacts snapshot={snapshot} />
    </FactsLine>,
  )
  const end = [...screen.container.querySelectorAll('time')].at(-1)
  const comma = document.createRange()
  comma.selectNode(end?.nextSibling ?? document.body)
  expect(comma.toString()).toBe(', for ')
  expect(comma.getBoundingClientRect().left).toBe(end?.getBoundingClientRect().right)
})

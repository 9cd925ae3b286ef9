import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'

/** How an artifact differs from the snapshot before; other numbers alone are no change. */
export function changeLabel({ change, was, now }: RunningArtifact): string {
  if (change.startsWith('started')) return 'started'
  if (change === 'exited') return 'exited'
  if (change === 'changed') return 'other verdict'
  if (change === 'updated-provenance') return 'new evidence'
  return was === now ? 'unchanged' : `unchanged, ${was} → ${now}`
}

/** "12 running, 2 started, 1 exited". */
export function countsText(counts: {
  running_count: number
  started_count: number
  exited_count: number
  changed_count: number
}): string {
  const { running_count, started_count, exited_count, changed_count } = counts
  const others = changed_count > 0 ? `, ${changed_count} with another verdict` : ''
  return `${running_count} running, ${started_count} started, ${exited_count} exited${others}`
}

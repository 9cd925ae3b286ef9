import type {
  ComparedArtifact,
  ComparisonRow,
  SnapshotComparison,
} from '#contract/snapshot/comparison.ts'
import { verdictText } from '#domain/verdict/qualified-verdict.ts'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { codeMarkdown, linkMarkdown, plainMarkdown } from '#web/ui/markdown-text.ts'
import { isoOf } from '#web/ui/time-text.ts'
import { type KnownFailures, turnText } from './because.ts'
import { changeLabels, sideLabel, summaryText } from './labels.ts'

/** A comparison as Markdown: both sides, how and why the verdict turned, the summary, and a table of the rows that are shown. */
export function comparisonMarkdown(
  comparison: SnapshotComparison,
  { rows, known }: { rows: readonly ComparisonRow[]; known: KnownFailures },
  href: string,
): string {
  const { base, head } = comparison
  const title = `${sideLabel(base)} → ${sideLabel(head)}`
  const table = [
    '| Change | Artifact | Before | After | Commits | Verdict |',
    '|---|---|---|---|---|---|',
    ...rows.map(rowOf),
  ]
  return [
    `# ${linkMarkdown(title, href)}`,
    `${plainMarkdown(turnText(comparison, known))}.`,
    plainMarkdown(summaryText(comparison)),
    `- Base: ${sideOf(base)}\n- Head: ${sideOf(head)}`,
    rows.length > 0 ? table.join('\n') : 'No differences.',
    '',
  ].join('\n\n')
}

function sideOf(side: SnapshotComparison['base']): string {
  const moment = `${isoOf(side.timestamp).slice(0, 19).replace('T', ' ')} UTC`
  return `${plainMarkdown(sideLabel(side))}, from ${moment}, ${side.running_count} running`
}

const printOf = (side: ComparedArtifact | null) =>
  side?.fingerprint ? codeMarkdown(side.fingerprint.slice(0, 12)) : '–'

function rowOf({ change, before, after, diff_url }: ComparisonRow): string {
  const commits = [before, after].flatMap((side) => (side?.git_commit || '').slice(0, 7) || [])
  const range = [...new Set(commits)].join('…')
  const verdict = [before, after].flatMap((side) =>
    side
      ? verdictText({ verdict: verdictOfRunning(side.compliant), qualifiers: side.qualifiers })
      : [],
  )
  const cells = [
    changeLabels[change],
    plainMarkdown((after ?? before)?.name ?? ''),
    printOf(before),
    printOf(after),
    diff_url ? linkMarkdown(range, diff_url) : plainMarkdown(range) || '–',
    [...new Set(verdict)].join(' → '),
  ]
  return `| ${cells.join(' | ')} |`
}

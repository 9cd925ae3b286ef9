import { linkOf } from '#contract/common/fields.ts'
import type { EvidenceSummary } from '#contract/attestation/evidence-summary.ts'
import type { TrailFlip } from '#contract/trail/trail-page.ts'
import type { Trail } from '#contract/trail/trail.ts'
import { authorName } from '#domain/trail/artifact-evidence.ts'
import { ageText } from '#domain/verdict/evidence-age.ts'
import { evidenceText, verdictText } from '#domain/verdict/qualified-verdict.ts'
import { peopleText } from '#web/domain-ui/cause-labels.ts'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'
import { codeMarkdown, linkMarkdown, plainMarkdown } from '#web/ui/markdown-text.ts'
import { safeUrl } from '#web/ui/safe-link.tsx'
import { isoOf } from '#web/ui/time-text.ts'
import { sentenceOf, verdictAfter } from './flip-labels.ts'
import {
  type Slot,
  type SlotGroup,
  countingIn,
  describeAll,
  describeGroup,
  describeTrouble,
  qualifiersWith,
} from './slots.ts'

/** A whole trail as a Markdown report: verdict, facts, slots with their verdicts, and flips. */
export function trailMarkdown(report: {
  trail: Trail
  groups: readonly SlotGroup[]
  /** Null when they are not loaded: then the report is silent about them. */
  flips: readonly TrailFlip[] | null
  /** Summaries of evidence; null when they are not loaded: then the report says so. */
  summaries: readonly EvidenceSummary[] | null
  at: number
}): string {
  const { trail, groups, flips, summaries, at } = report
  const found = new Map(summaries?.map((one) => [one.attestation_id, one]))
  const trouble = describeTrouble(groups, found)
  const verdict = verdictText({
    verdict: verdictOfState[trail.compliance_state],
    qualifiers: qualifiersWith(found, trail),
  })
  const parts = [
    `# ${linkMarkdown(trail.name, trail.html_url)}: ${verdict}`,
    ...(trouble ? [plainMarkdown(trouble)] : []),
    ...(summaries ? [] : ['What evidence found, and whether it has expired, could not be loaded.']),
    ...(trail.description ? [plainMarkdown(trail.description)] : []),
    factsOf(trail).join('\n'),
    `## Evidence, ${describeAll(groups)}`,
    ...groups.flatMap((group) => [headingOf(group), tableOf(group, trail.html_url, found)]),
    ...(flips ? ['## Verdict history', flips.map(flipLine).join('\n')] : []),
    `As of ${momentIn(at)}.`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function factsOf(trail: Trail): string[] {
  const commit = trail.git_commit_info
  const facts: [string, string | null][] = [
    ['Flow', plainMarkdown(trail.flow.name)],
    ['Template', trail.flow_template_version ? `version ${trail.flow_template_version}` : null],
    ['Repository', repositoryOf(trail)],
    ['Commit', commit && commitOf(commit)],
    ['Built at', trail.origin_url && linkMarkdown('', trail.origin_url)],
    ...Object.entries(trail.external_urls ?? {}).map(([label, value]): [string, string] => {
      const link = linkOf(value)
      const text = link ? linkMarkdown('', link.href) : codeMarkdown(JSON.stringify(value))
      return [plainMarkdown(label), text]
    }),
    ['Started', `${momentIn(trail.created_at)} by ${plainMarkdown(trail.created_by)}`],
    ['Last change', momentIn(trail.last_modified_at)],
  ]
  return facts.flatMap(([label, value]) => (value ? [`- ${label}: ${value}`] : []))
}

function repositoryOf({ repo_info }: Trail): string | null {
  if (!repo_info?.name && !repo_info?.url) return null
  return linkMarkdown(repo_info.name ?? '', repo_info.url ?? '')
}

function commitOf({ sha1, message, author, url }: NonNullable<Trail['git_commit_info']>): string {
  const hash = codeMarkdown(sha1 || 'not recorded')
  const subject = plainMarkdown(message?.split('\n', 1)[0] ?? '')
  const by = author ? `, ${plainMarkdown(authorName(author))}` : ''
  return `${hash} ${subject}${by}${url && safeUrl(url) ? `, ${linkMarkdown('', url)}` : ''}`
}

function headingOf(group: SlotGroup): string {
  const fingerprint = group.artifact?.fingerprint
  const heading = `### ${plainMarkdown(describeGroup(group))}`
  return fingerprint ? `${heading}\n\nFingerprint ${codeMarkdown(fingerprint)}` : heading
}

type Found = ReadonlyMap<string, Pick<EvidenceSummary, 'summary' | 'expired'>>

function tableOf({ slots }: SlotGroup, trailUrl: string, found: Found): string {
  if (slots.length === 0) return ''
  return [
    '| Verdict | Slot | Found | Type | Reported |',
    '|---|---|---|---|---|',
    ...slots.map((slot) => rowOf(slot, trailUrl, found)),
  ].join('\n')
}

function rowOf(slot: Slot, trailUrl: string, found: Found): string {
  const { attestationId: id } = slot
  const name = id
    ? linkMarkdown(slot.name, `${trailUrl}?attestation_id=${encodeURIComponent(id)}`)
    : plainMarkdown(slot.name)
  const type = slot.type === '*' ? 'any' : plainMarkdown(slot.type)
  const reported = slot.reportedAt ? momentIn(slot.reportedAt) : '–'
  const unexpected = slot.isUnexpected ? ' (unexpected)' : ''
  const { summary, expired } = found.get(id ?? '') ?? {}
  const result = plainMarkdown(
    [summary, expired && ageText(expired)].filter(Boolean).join('; ') || '–',
  )
  const verdict = evidenceText(countingIn(slot), slot.reported)
  return `| ${slot.isOverridden ? '⇄ ' : ''}${verdict} | ${name}${unexpected} | ${result} | ${type} | ${reported} |`
}

function flipLine(flip: TrailFlip): string {
  const { at, cause } = flip
  const by = cause?.by ? `, ${plainMarkdown(peopleText(cause.by, cause.approved_by))}` : ''
  return `- ${momentIn(at)}: ${verdictText(verdictAfter(flip))}. ${plainMarkdown(sentenceOf(cause))}${by}`
}

/** "2026-11-20 08:58:40 UTC". */
function momentIn(at: number): string {
  return `${isoOf(at).slice(0, 19).replace('T', ' ')} UTC`
}

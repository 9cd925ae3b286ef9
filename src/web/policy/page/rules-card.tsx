import type { RuleResult } from '#contract/policy/policy-page.ts'
import { counted } from '#domain/common/counted.ts'
import { populationOf } from '#domain/verdict/outcome-counts.ts'
import { ChartCard } from '#web/chart/chart-card.tsx'
import { PartsBar, PartSwatch } from '#web/domain-ui/parts-bar.tsx'
import type { FillVerdict } from '#web/domain-ui/verdict-fill.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'
import { WithCode } from '#web/ui/with-code.tsx'

type Counts = Pick<RuleResult, 'running' | 'exempt'>

/** Running artifacts by what a rule comes to for them, in the order that they are drawn in. */
const parts: readonly {
  label: string
  fill: FillVerdict | null
  count: (rule: Counts) => number
}[] = [
  {
    label: 'passed',
    fill: 'compliant',
    count: ({ running }) => running.passed - running.expired - running.by_exception,
  },
  {
    label: 'passed on expired evidence',
    fill: 'by-exception',
    count: ({ running }) => running.expired,
  },
  {
    label: 'passed by exception',
    fill: 'by-exception',
    count: ({ running, exempt }) => running.by_exception - exempt,
  },
  { label: 'exempt', fill: 'by-exception', count: ({ exempt }) => exempt },
  {
    label: 'failed',
    fill: 'non-compliant',
    count: ({ running }) => running.failed - running.allow_listed,
  },
  {
    label: 'failed but allow-listed',
    fill: 'overridden',
    count: ({ running }) => running.allow_listed,
  },
  { label: 'stale', fill: 'stale', count: ({ running }) => running.stale },
  { label: 'not evaluated', fill: 'missing', count: ({ running }) => running.unknown },
  { label: 'not asked', fill: null, count: ({ running }) => running.not_asked },
]

/** Which rule works, which fails most? Bars per rule by result. */
export function RulesCard(props: { rules: readonly RuleResult[] }) {
  const { rules } = props
  const drawn = parts.filter(({ count }) => rules.some((rule) => count(rule) > 0))
  return (
    <ChartCard
      question="Which rule works, which fails most?"
      answer={answerOf(rules)}
      head={[
        'Rule',
        ...drawn.map(({ label }) => `${label.charAt(0).toUpperCase()}${label.slice(1)}`),
        'Health',
      ]}
      rows={rules.map((rule) => [
        `${rule.text.replaceAll('`', '')} (line ${rule.line})`,
        ...drawn.map(({ count }) => count(rule)),
        healthOf(rule).join('; '),
      ])}
    >
      <ul className="border-t border-line">
        {rules.map((rule, index) => (
          <li key={index} className="grid gap-1.5 border-b border-line px-4 py-2.5">
            <p className="flex flex-wrap gap-x-3 text-table">
              <span className="min-w-0 wrap-anywhere">
                <WithCode text={withoutCondition(rule.text)} />{' '}
                <span className="whitespace-nowrap text-muted">line {rule.line}</span>
              </span>
              <span className="ml-auto text-meta text-muted">{countsText(rule)}</span>
            </p>
            <PartsBar
              height={10}
              parts={drawn.map((part) => ({ ...part, count: part.count(rule) }))}
            />
            {healthOf(rule).map((mark) => (
              <p key={mark} className="flex items-center gap-1.5 text-meta">
                <WarningSign className="size-3.5" />
                {mark}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-x-4 px-4 py-2 text-meta text-muted">
        {drawn.map(({ label, fill }) => (
          <li key={label} className="flex items-center gap-1.5">
            <PartSwatch fill={fill} />
            {label}
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}

/** A rule without its condition, which the card of requirements tells. */
const withoutCondition = (text: string) => text.replace(/, (except )?where .*$/s, '')

/** "25 passed, 3 passed on expired evidence, 9 exempt". */
export const countsText = (rule: Counts): string =>
  parts
    .flatMap(({ label, count }) => (count(rule) > 0 ? [`${count(rule)} ${label}`] : []))
    .join(', ') || 'evaluates nothing now'

/** "Line 9 fails most: 3 of 14 artifacts." */
export function answerOf(rules: readonly Pick<RuleResult, 'line' | 'running'>[]): string {
  if (rules.length === 0) return 'The policy has no rules.'
  const [worst] = rules.toSorted((a, b) => b.running.failed - a.running.failed)
  if (rules.every(({ running }) => populationOf(running) === 0)) {
    return 'Nothing is evaluated by it now.'
  }
  if (!worst || worst.running.failed === 0) {
    return rules.some(({ running }) => running.stale + running.unknown > 0)
      ? 'No rule fails what is evaluated now; the rest is stale or not evaluated.'
      : 'No rule fails anything that runs.'
  }
  const { failed } = worst.running
  const share = `${failed} of ${counted(populationOf(worst.running), 'artifact')}`
  const alike = rules.filter(({ running }) => running.failed === failed).length
  if (alike > 1) return `${alike} rules fail alike, each for ${share}.`
  return `Line ${worst.line} fails most: ${share}.`
}

/** Reasons why nothing comes of a rule, whatever it says. */
function healthOf({
  line,
  is_idle,
  shadowed_by,
}: Pick<RuleResult, 'line' | 'is_idle' | 'shadowed_by'>): string[] {
  return [
    ...(is_idle ? ['Not evaluated in 90 days: nothing that ran was asked for it'] : []),
    ...(shadowed_by === null
      ? []
      : [
          shadowed_by === line
            ? 'Shadowed by another rule of its line: it never decides'
            : `Shadowed by line ${shadowed_by}: it never decides`,
        ]),
  ]
}

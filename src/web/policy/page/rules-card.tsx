import type { RuleResult } from '#contract/policy/policy-page.ts'
import { ChartCard } from '#web/chart/chart-card.tsx'
import { type FillVerdict, Swatch, useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'
import { WithCode } from '#web/ui/with-code.tsx'

type Outcome = 'satisfied' | 'failed' | 'ignored'

const outcomes: readonly (readonly [Outcome, FillVerdict, string])[] = [
  ['satisfied', 'compliant', 'satisfied'],
  ['failed', 'non-compliant', 'failed'],
  ['ignored', 'missing', 'not applicable'],
]

/** Which rule works, which fails most? Bars per rule by result. */
export function RulesCard(props: { rules: readonly RuleResult[] }) {
  const { rules } = props
  return (
    <ChartCard
      question="Which rule works, which fails most?"
      answer={answerOf(rules)}
      head={['Rule', 'Satisfied', 'Failed', 'Not applicable', 'Health']}
      rows={rules.map((rule) => [
        `${rule.text.replaceAll('`', '')} (line ${rule.line})`,
        rule.satisfied,
        rule.failed,
        rule.ignored,
        healthOf(rule).join('; '),
      ])}
    >
      <ul className="border-t border-line">
        {rules.map((rule, index) => (
          <li key={index} className="grid gap-1.5 border-b border-line px-4 py-2.5">
            <p className="flex flex-wrap gap-x-3 text-table">
              <span className="min-w-0 flex-1 wrap-anywhere">
                <WithCode text={rule.text} />
              </span>
              <span className="text-meta text-muted">{countLabels(rule)}</span>
            </p>
            <Bar rule={rule} />
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
        {outcomes.map(([outcome, verdict, word]) => (
          <li key={outcome} className="flex items-center gap-1.5">
            <Swatch verdict={verdict} />
            {word}
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}

function Bar(props: { rule: RuleResult }) {
  const { rule } = props
  const { fills, definitions } = useVerdictFills()
  const total = totalOf(rule)
  const widths = outcomes.map(([outcome]) => (total === 0 ? 0 : (rule[outcome] / total) * 100))
  return (
    <svg width="100%" height="10" aria-hidden="true" className="rounded-tag bg-surface">
      {definitions}
      {outcomes.map(([outcome, verdict], index) => (
        <rect
          key={outcome}
          x={`${widths.slice(0, index).reduce((sum, width) => sum + width, 0)}%`}
          width={`${widths[index]}%`}
          height="10"
          fill={fills[verdict]}
        />
      ))}
    </svg>
  )
}

function countLabels(rule: RuleResult): string {
  const words = outcomes.flatMap(([outcome, , word]) =>
    rule[outcome] > 0 ? [`${rule[outcome]} ${word}`] : [],
  )
  return words.join(', ') || 'judges nothing now'
}

type Counts = Pick<RuleResult, 'line' | 'satisfied' | 'failed' | 'ignored'>

/** How many artifacts a rule is asked of, or lets off. */
export const totalOf = (rule: Counts): number => rule.satisfied + rule.failed + rule.ignored

/** "Line 9 fails most: 3 of 14 artifacts." */
export function answerOf(rules: readonly Counts[]): string {
  if (rules.length === 0) return 'The policy has no rules.'
  const [worst] = rules.toSorted((a, b) => b.failed - a.failed)
  if (rules.every((rule) => totalOf(rule) === 0)) return 'Nothing is judged by it now.'
  if (!worst || worst.failed === 0) return 'No rule fails anything that runs.'
  const of = totalOf(worst)
  const words = `${worst.failed} of ${of} ${of === 1 ? 'artifact' : 'artifacts'}`
  const alike = rules.filter(({ failed }) => failed === worst.failed).length
  if (alike > 1) return `${alike} rules fail alike, each for ${words}.`
  return `Line ${worst.line} fails most: ${words}.`
}

/** What is odd about a rule whatever it says: that nothing comes of it. */
export function healthOf({
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

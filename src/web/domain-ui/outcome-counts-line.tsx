import { Link } from '@tanstack/react-router'
import type { OutcomeCounts } from '#contract/verdict/standing.ts'
import { passedBy, populationOf } from '#domain/verdict/outcome-counts.ts'
import { type Verdict, VerdictMark } from './verdict.tsx'

const parts = [
  ['failed', 'non-compliant', 'fails', 'fail'],
  ['stale', 'unknown', 'stale', 'stale'],
  ['unknown', 'unknown', 'unknown', 'unknown'],
  ['passed', 'compliant', 'passes', 'pass'],
  ['not_asked', 'not-asked', 'not asked', 'not asked'],
] as const satisfies readonly (readonly [keyof OutcomeCounts, Verdict, string, string])[]

const linkClass =
  'inline-block py-1 font-medium text-non-compliant hover:underline max-md:-my-3 max-md:py-3'

/** Text beside a count: what qualifies it. */
function besideOf(key: keyof OutcomeCounts, counts: OutcomeCounts): string {
  if (key === 'passed')
    return passedBy(counts)
      .map((part) => `, ${part}`)
      .join('')
  if (key === 'failed' && counts.allow_listed > 0) return `, ${counts.allow_listed} allow-listed`
  return ''
}

/**
 * Results of a policy or control for what runs: "2 fail, 1 allow-listed",
 * "14 pass, 3 by exception", "9 not asked"; what is none is left out. Those that fail lead to just
 * these in the one environment, or to the policy, which tells them by environment.
 */
export function OutcomeCountsLine(props: {
  org: string
  policy: string
  /** Absent where several are counted. */
  env?: string | undefined
  counts: OutcomeCounts
}) {
  const { counts } = props
  if (populationOf(counts) === 0) return <span className="text-muted">Nothing runs</span>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3">
      {parts.map(([key, verdict, one, many]) => {
        const beside = besideOf(key, counts)
        const text = `${counts[key]} ${counts[key] === 1 ? one : many}`
        return (
          counts[key] > 0 && (
            <span key={key} className="inline-flex items-baseline gap-1.5">
              <VerdictMark
                verdict={verdict}
                size={12}
                silent
                isStale={key === 'stale'}
                isQualified={beside !== ''}
                className="relative -bottom-px"
              />
              {/* A text that takes another line stays beside its mark. */}
              <span>
                {verdict !== 'non-compliant' ? (
                  text
                ) : props.env !== undefined ? (
                  <Link
                    to="/$org/environments/$env/running"
                    params={{ org: props.org, env: props.env }}
                    search={{ failing_policy: [props.policy] }}
                    className={linkClass}
                  >
                    {text}
                  </Link>
                ) : (
                  <Link
                    to="/$org/policies/$policy"
                    params={{ org: props.org, policy: props.policy }}
                    className={linkClass}
                  >
                    {text}
                  </Link>
                )}
                {beside && <span className="text-muted">{beside}</span>}
              </span>
            </span>
          )
        )
      })}
    </span>
  )
}

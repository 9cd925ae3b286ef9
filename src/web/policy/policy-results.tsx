import { Link } from '@tanstack/react-router'
import type { PolicyResults } from '#contract/policy/policy-page.ts'
import { type Verdict, VerdictMark } from '#web/domain-ui/verdict.tsx'

const words = [
  ['non_compliant', 'non-compliant', 'fail'],
  ['compliant', 'compliant', 'pass'],
  ['unknown', 'unknown', 'unknown'],
] as const satisfies readonly (readonly [keyof PolicyResults, Verdict, string])[]

/**
 * What a policy says of what runs: "2 fail, 14 pass"; what is none is left out. In one environment
 * those that fail lead to what is not compliant there.
 */
export function Results(props: { running: PolicyResults } & ({ org: string; env: string } | {})) {
  const { running } = props
  const shown = words.filter(([key]) => running[key] > 0)
  if (shown.length === 0) return <span className="text-muted">Nothing runs</span>
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {shown.map(([key, verdict, word]) => (
        <span key={key} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <VerdictMark verdict={verdict} size={12} silent />
          {verdict !== 'non-compliant' ? (
            `${running[key]} ${word}`
          ) : 'env' in props ? (
            <Link
              to="/$org/environments/$env/running"
              params={{ org: props.org, env: props.env }}
              search={{ verdict: ['NON-COMPLIANT'] }}
              className="font-medium text-non-compliant hover:underline max-md:py-3"
            >
              {running[key]} {word}
            </Link>
          ) : (
            <span className="font-medium text-non-compliant">
              {running[key]} {word}
            </span>
          )}
        </span>
      ))}
    </span>
  )
}

import { Link } from '@tanstack/react-router'
import type {
  CitingRule,
  ControlCoverage,
  ShownEnvironment,
} from '#contract/control/control-page.ts'
import { counted } from '#domain/common/counted.ts'
import { populationOf } from '#domain/verdict/outcome-counts.ts'
import { ChartCard } from '#web/chart/chart-card.tsx'
import { EnvironmentLinks } from '#web/domain-ui/environment-links.tsx'
import { PartsBar, PartSwatch } from '#web/domain-ui/parts-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { coverageAnswer, coverageParts } from './coverage-labels.ts'

/** Is it asked, does it hold? One bar of all that runs in scope. */
export function CoverageCard({ coverage }: { coverage: ControlCoverage }) {
  const { running } = coverage
  const population = populationOf(running)
  return (
    <ChartCard
      question="Is it enforced, and is it passing?"
      answer={coverageAnswer(coverage)}
      head={['Running artifacts', 'Number']}
      rows={[
        ...coverageParts.map(({ label, count }): [string, number] => [label, count(running)]),
        ['in scope', population],
      ]}
    >
      <div className="grid gap-2 px-4 pb-3">
        <PartsBar
          height={20}
          parts={coverageParts.map((part) => ({ ...part, count: part.count(running) }))}
        />
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted">
          {coverageParts.map(
            ({ label, fill, count }) =>
              count(running) > 0 && (
                <li key={label} className="inline-flex items-center gap-1.5">
                  <PartSwatch fill={fill} />
                  <span>
                    <span className="font-medium text-text">{count(running)}</span> {label}
                  </span>
                </li>
              ),
          )}
          <li className="ml-auto">of {population} in scope</li>
        </ul>
      </div>
    </ChartCard>
  )
}

const rowClass =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_11rem] items-start gap-x-4 gap-y-1 border-t border-line px-4 py-2 max-md:grid-cols-[minmax(0,1fr)]'

/** So many environments without a policy have a line each; more of them share one. */
const maxApart = 3

const notAskedIn = (rows: readonly ShownEnvironment[]) =>
  rows.reduce((sum, { running }) => sum + running.not_asked, 0)

/** Artifacts in scope that are not asked, with the reason and the remedy; null where all are. */
export function NotAskedCard(props: {
  org: string
  control: string
  environments: readonly ShownEnvironment[]
  rules: readonly CitingRule[]
  population: number
  refusal: string | null
  onAttach: (environment: string) => void
}) {
  const { org, control, rules } = props
  const rows = props.environments.filter(
    ({ running, covered }) => running.not_asked > 0 || !covered,
  )
  if (rows.length === 0) return null
  const total = notAskedIn(rows)
  const uncovered = rows.filter(({ covered }) => !covered)
  const isMerged = uncovered.length > maxApart
  return (
    <Card title="Not asked, and why" remark={`${total} of ${props.population} in scope`}>
      <ul className="text-table">
        {isMerged && (
          <li className={rowClass}>
            <span className="font-medium">
              {counted(notAskedIn(uncovered), 'artifact')} in {uncovered.length} environments
            </span>
            <span>
              No policy that cites {control} is attached to{' '}
              <EnvironmentLinks
                org={org}
                names={uncovered.map(({ name }) => name)}
                max={maxApart}
                className="text-text"
              />
            </span>
          </li>
        )}
        {(isMerged ? rows.filter(({ covered }) => covered) : rows).map(
          ({ name, covered, policies, running }) => {
            const citing = rules.filter(({ policy }) => policies.includes(policy))
            return (
              <li key={name} className={rowClass}>
                <Link
                  to="/$org/environments/$env/running"
                  params={{ org, env: name }}
                  className="font-medium wrap-anywhere text-text hover:underline max-md:py-3"
                >
                  {running.not_asked > 0
                    ? `${counted(running.not_asked, 'artifact')} in ${name}`
                    : `Whatever will run in ${name}`}
                </Link>
                {covered ? (
                  <span className="wrap-anywhere">
                    {citing.map(({ policy, line, condition }, index) => (
                      <span key={`${policy} ${line}`}>
                        {index > 0 && '; '}
                        {policy}, line {line},{' '}
                        {condition === null ? (
                          'asks always: these were not evaluated under it yet'
                        ) : (
                          <>
                            asks only if <code className="font-mono text-code">{condition}</code>
                          </>
                        )}
                      </span>
                    ))}
                  </span>
                ) : (
                  <span>No policy that cites {control} is attached there</span>
                )}
                {covered ? (
                  <span className="grid">
                    {[...new Set(citing.map(({ policy }) => policy))].map((policy) => (
                      <Link
                        key={policy}
                        to="/$org/policies/$policy"
                        params={{ org, policy }}
                        className="text-accent hover:underline max-md:py-3"
                      >
                        Open {policy}
                      </Link>
                    ))}
                  </span>
                ) : (
                  <span>
                    <Button
                      size="small"
                      refusal={props.refusal}
                      aria-label={`Attach policy to ${name}`}
                      onClick={() => props.onAttach(name)}
                    >
                      Attach policy
                    </Button>
                  </span>
                )}
              </li>
            )
          },
        )}
      </ul>
    </Card>
  )
}

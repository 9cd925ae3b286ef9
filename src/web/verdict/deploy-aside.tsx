import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { counted } from '#domain/common/counted.ts'
import { verdictOfRunning, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { assertCall } from '#web/pipeline/assert-artifact.ts'
import { environmentNamesQuery } from '#web/record/known-records.ts'
import { CallBox, CallFormChoice } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { Result } from './deploy-answer.tsx'
import { canDeployQuery } from './queries.ts'

/** So many environments are asked at once. */
const maxEnvironments = 20

/** Of one artifact: where else it may go, and how its pipeline asks the same. */
export default function DeployAside(props: {
  org: string
  fingerprint: string
  /** The environments of the question. */
  asked: readonly string[]
}) {
  const { org, fingerprint, asked } = props
  const [only, ...others] = asked
  return (
    <div className="grid min-w-0 gap-4">
      <WhereItMayGo {...props} />
      {only !== undefined && others.length === 0 && (
        <Card title="For a pipeline" actions={<CallFormChoice />}>
          <div className="grid gap-2 px-4 pb-3 text-meta text-muted">
            <CallBox call={assertCall(org, fingerprint, only)} hasChoiceAbove />
            <p>A No ends the step.</p>
          </div>
        </Card>
      )}
    </div>
  )
}

function WhereItMayGo({ org, fingerprint, asked }: Parameters<typeof DeployAside>[0]) {
  const environments = useQuery(environmentNamesQuery(org, ''))
  const withPolicies = (environments.data?.environments ?? []).filter(
    ({ policies }) => policies.length > 0,
  )
  const environment = withPolicies.slice(0, maxEnvironments).map(({ name }) => name)
  const { data } = useQuery({
    ...canDeployQuery(org, { fingerprint: [fingerprint], environment }),
    enabled: environment.length > 0,
  })
  if (environments.data && environment.length === 0) return null
  return (
    <Card title="Where it may go" remark="now">
      {data ? (
        <ul className="border-t border-line text-table">
          {data.results.map((one) => (
            <li
              key={one.environment_name}
              className="flex flex-wrap items-center gap-x-3 border-b border-line px-4 py-1.5"
            >
              <Link
                to="."
                search={{ fingerprint: [fingerprint], environment: [one.environment_name] }}
                aria-current={asked.includes(one.environment_name) ? 'true' : undefined}
                className={clsx(
                  'min-w-0 truncate text-text hover:underline max-md:-my-3 max-md:py-3',
                  asked.includes(one.environment_name) && 'font-semibold',
                )}
              >
                {one.environment_name}
              </Link>
              <span className="ml-auto">
                <VerdictLabel
                  verdict={verdictOfRunning(one.compliant)}
                  qualifiers={one.qualifiers}
                  label={answerLabel(one)}
                />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={4} />
      )}
      <p className="px-4 py-2.5 text-meta">
        <Link to="/$org/environments" params={{ org }} className="text-accent hover:underline">
          All environments
        </Link>
      </p>
    </Card>
  )
}

/** "Yes", "No, 2 causes". */
function answerLabel({ compliant, reasons }: Result): string {
  if (compliant === null) return 'Unknown'
  return compliant ? 'Yes' : `No, ${counted(reasons.length, 'cause')}`
}

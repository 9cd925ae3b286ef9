import { ArrowRight } from 'lucide-react'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { durationOf } from '#web/ui/time-text.ts'
import { TimeStamp } from '#web/ui/time.tsx'

/** From the build to each environment, in the order they were reached, with the times between. */
export function PathCard(props: {
  org: string
  createdAt: number
  environments: readonly EnvironmentOfArtifact[]
}) {
  const { org, createdAt, environments } = props
  const reached = environments.flatMap(({ environment_name: name, periods: [first] }) =>
    first ? [{ name, at: first.started_at, index: first.started_index }] : [],
  )
  if (reached.length === 0) return null
  const starts = [createdAt, ...reached.map(({ at }) => at)]
  return (
    <Card title="How did it get there?" remark="First start in each environment, UTC">
      <ol className="flex flex-wrap gap-y-3 border-t border-line px-4 py-3 text-table max-md:flex-col">
        <li>
          <p className="font-medium">Reported</p>
          <p className="text-meta text-muted">
            <TimeStamp at={createdAt} form="moment" />
          </p>
        </li>
        {reached.map(({ name, at, index }, step) => (
          <li key={name} className="flex items-start">
            <span className="mx-3 inline-flex items-center gap-1 text-meta leading-5 text-muted max-md:mr-2 max-md:ml-0">
              <Icon of={ArrowRight} small />
              {betweenLabels((starts[step + 1] ?? 0) - (starts[step] ?? 0))}
            </span>
            <span>
              <SnapshotLink
                org={org}
                environment={name}
                index={index}
                className="font-medium text-text hover:underline max-md:py-3"
              >
                {name} <span className="font-normal text-muted">#{index}</span>
              </SnapshotLink>
              <span className="block text-meta text-muted">
                <TimeStamp at={at} form="moment" />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** An artifact may run before it is reported: then the first step goes back in time. */
const betweenLabels = (seconds: number) =>
  seconds < 0 ? `${durationOf(-seconds)} before` : durationOf(seconds)

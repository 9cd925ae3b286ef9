import { useQuery } from '@tanstack/react-query'
import { EnvironmentLinks } from '#web/domain-ui/environment-links.tsx'
import { environmentsOfArtifactQuery } from './queries.ts'

/** Environments that a line names. */
const maxNamed = 4

/** Where an artifact runs, and where it ran before, on a line each. */
export function EnvironmentLines(props: { org: string; fingerprint: string }) {
  const { org, fingerprint } = props
  const { data } = useQuery(environmentsOfArtifactQuery(org, fingerprint))
  if (!data) return null
  const [now, before] = [true, false].map((isNow) =>
    data.environments.flatMap((one) => (one.is_running === isNow ? [one.environment_name] : [])),
  ) as [string[], string[]]
  return (
    <>
      {now.length > 0 ? (
        <p>
          Runs in <Environments org={org} names={now} />
        </p>
      ) : (
        <p className="text-muted">{before.length > 0 ? 'Runs nowhere now' : 'Has run nowhere'}</p>
      )}
      {before.length > 0 && (
        <p className="text-muted">
          Ran in <Environments org={org} names={before} />
        </p>
      )}
    </>
  )
}

const Environments = (props: { org: string; names: readonly string[] }) => (
  <EnvironmentLinks {...props} max={maxNamed} className="text-text" />
)

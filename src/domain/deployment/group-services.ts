import { partsOfArtifactName } from '#domain/artifact/artifact-name.ts'

/** A report of a build. */
export interface Build {
  id: string
  flow_name: string
  filename: string
  template_reference_name: string | null
  git_commit: string
  /** Unix seconds. */
  created_at: number
}

/** Name of a build in its flow: by the template, else its file name without a version. */
export const serviceName = ({ filename, template_reference_name }: Named) =>
  template_reference_name ?? partsOfArtifactName(filename).name
type Named = Pick<Build, 'filename' | 'template_reference_name'>

const isNewer = (one: Build, other: Build) =>
  one.created_at === other.created_at ? one.id > other.id : one.created_at > other.created_at

/** A service, and what runs of it: its newest build in each environment. */
interface GroupedService<Running> {
  flow_name: string
  name: string
  running: Running[]
  /** The newest build that runs anywhere. */
  newest: Build
}

/** Groups what runs in environments by flow and name, in that order; within them by environment. */
export function groupServices<Running extends { environment_name: string; build: Build }>(
  all: readonly Running[],
): GroupedService<Running>[] {
  const services = new Map<string, Map<string, Running>>()
  for (const one of all) {
    const key = JSON.stringify([one.build.flow_name, serviceName(one.build)])
    const environments = services.get(key) ?? new Map<string, Running>()
    const other = environments.get(one.environment_name)
    if (!other || isNewer(one.build, other.build)) environments.set(one.environment_name, one)
    services.set(key, environments)
  }
  return [...services]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, environments]) => {
      const running = [...environments.values()].sort((a, b) =>
        a.environment_name < b.environment_name ? -1 : 1,
      )
      const [first, ...others] = running.map(({ build }) => build)
      if (!first) return []
      const newest = others.reduce((a, b) => (isNewer(b, a) ? b : a), first)
      return { flow_name: first.flow_name, name: serviceName(first), running, newest }
    })
}

/** Counts the commits of some builds that are those of a service, and not the commit of its build. */
export function countCommits(
  built: readonly (Named & { git_commit: string })[],
  of: Build,
): number {
  const own = built.filter((one) => serviceName(one) === serviceName(of))
  return new Set(own.map((one) => one.git_commit).filter((one) => one !== of.git_commit)).size
}

import type { Service } from '#contract/deployment/deployed-service.ts'

/** So many environments stand beside each other. */
export const maxEnvironments = 6

/** Whether a service has commits in one environment that another does not run. */
export const isBehind = ({ running }: Service): boolean =>
  running.some(({ commits_behind }) => commits_behind > 0)

const behindIn = (services: readonly Service[], name: string) =>
  services
    .flatMap(({ running }) => running)
    .filter(({ environment_name }) => environment_name === name)
    .reduce((sum, { commits_behind }) => sum + commits_behind, 0)

/** The environment that has the newest build of a service, if it is among those that are shown. */
export const leadOf = ({ running }: Service): string | undefined =>
  running.find(({ commits_behind }) => commits_behind === 0)?.environment_name

/**
 * The services that run in several environments, and the environments that have most of them, those
 * that are furthest ahead first.
 * @returns `others`: number of services that run in fewer than two of these
 */
export function comparable(all: readonly Service[]) {
  const shared = all.filter(({ running }) => running.length > 1)
  const counts = new Map<string, number>()
  for (const { environment_name: name } of shared.flatMap(({ running }) => running)) {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const names = [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, maxEnvironments)
    .map(([name]) => name)
  const services = shared
    .map((one) => ({
      ...one,
      running: one.running.filter(({ environment_name }) => names.includes(environment_name)),
    }))
    .filter(({ running }) => running.length > 1)
  const shown = names.sort((a, b) => behindIn(shared, a) - behindIn(shared, b) || (a < b ? -1 : 1))
  return { services, shown, others: all.length - services.length }
}

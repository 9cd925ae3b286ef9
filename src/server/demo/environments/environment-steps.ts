import { day, hour, instantAt, minute, type Span } from '#server/demo/calendar.ts'
import { reporters } from '#server/demo/company.ts'
import type { Step, StepSequence } from '#server/demo/step.ts'
import type { Built } from '#server/demo/trail-steps.ts'
import { clusters, staging } from './clusters.ts'
import type { DemoEnvironment } from './demo-environment.ts'
import type { Builds } from './deployments.ts'
import { itemsOf } from './instances.ts'
import { historyOf } from './running-history.ts'
import { smallEnvironments } from './small-environments.ts'

const environments = [staging, ...clusters, ...smallEnvironments]
/** Minutes before the story's end of the environments' last reports. */
const lastReports = [2, 1, 3, 7, 4, 38, 21, 5, 12, 6, 0, 9, 17, 26]

/** Steps of the company's environments, and of what runs in them. */
export function environmentSteps(built: readonly Built[], span: Span): StepSequence[] {
  const untried = { all: built, offered: built }
  const offered = rehearsed(built, historyOf(staging, untried, span).tried)
  return [
    ...environments.flatMap((environment, number) => [
      ...made(environment, span.begin - (environments.length - number) * minute),
      ...reportsOf(
        environment,
        number,
        environment === staging ? untried : { all: built, offered },
        span,
      ),
    ]),
    ...logicalEnvironments.flatMap((logical, number) =>
      made(logical, span.begin + (number + 1) * minute),
    ),
  ]
}

/** Builds that were rehearsed, or need no rehearsal, by the time at which they were ready. */
function rehearsed(built: readonly Built[], tried: readonly Built[]): Built[] {
  const needsTrial = new Set(staging.workloads.map((workload) => workload.artifact))
  const free = built.filter((it) => !needsTrial.has(it.template_reference_name))
  return [...tried, ...free].sort((a, b) => a.at - b.at)
}

/** Steps that make and tag an environment. */
function made(
  { tags, ...settings }: (typeof logicalEnvironments)[number] | DemoEnvironment,
  at: number,
): StepSequence[] {
  const { name, type, description } = settings
  const common = { at, by: reporters.release }
  const more =
    'included_environments' in settings
      ? { included_environments: settings.included_environments }
      : { include_scaling: settings.busy !== undefined }
  const steps: Step[] = [
    {
      ...common,
      method: 'PUT',
      path: '/environments/{org}',
      json: { name, type, description, ...more },
    },
    {
      ...common,
      method: 'PATCH',
      path: `/tags/{org}/environment/${name}`,
      json: { set_tags: tags },
    },
  ]
  return [{ of: `environment/${name}`, isAlone: true, steps }]
}

/** Instants and, between those that are further apart than a pause, one after each pause. */
const withSignsOfLife = (instants: readonly number[], pause: number, until: number): number[] =>
  instants.flatMap((at, index) => {
    const count = Math.ceil(((instants[index + 1] ?? until) - at) / pause)
    return Array.from({ length: Math.max(1, count) }, (_, quiet) => at + quiet * pause)
  })

/** Seconds between the reports of a quiet environment: a day, in a small demo up to three. */
const pauseOf = ({ scale }: Span) => Math.min(3, Math.max(1, Math.round(1 / scale))) * day

/** A report whenever an environment changes or was quiet, and one shortly before the end. */
function reportsOf(
  environment: DemoEnvironment,
  number: number,
  builds: Builds,
  span: Span,
): StepSequence[] {
  const { name, type, silent, archived } = environment
  const history = historyOf(environment, builds, span)
  const until = instantAt(span, silent ?? archived ?? 1)
  const last = span.end - (lastReports[number] ?? 0) * minute
  const end = Math.min(until, last)
  const changes = history.turns.filter((instant) => instant < end)
  const instants = withSignsOfLife(changes, pauseOf(span), end)
  if (until >= last) instants.push(last)
  const common = { by: reporters.environments, method: 'PUT' } as const
  const path = `/environments/{org}/${name}`
  const steps: Step[] = instants.map((at) => ({
    ...common,
    // No two environments at one instant, whose order would be undefined.
    at: at + 20 + number,
    path: `${path}/report/${type}`,
    json: { artifacts: itemsOf(environment, history.at(at)) },
  }))
  if (archived !== undefined) {
    steps.push(
      { ...common, at: until, path: `${path}/report/${type}`, json: { artifacts: null } },
      {
        at: until + hour,
        by: reporters.release,
        method: 'PUT',
        path: `${path}/archive`,
        json: null,
      },
    )
  }
  return steps
    .filter((step) => step.at <= span.end)
    .map((step) => ({ of: `environment/${name}`, steps: [step] }))
}

/** Logical environments. */
export const logicalEnvironments = [
  {
    name: 'production',
    type: 'logical',
    description: 'Everything that customers depend on',
    tags: { team: 'platform', tier: '1' },
    included_environments: [
      'production-eu',
      'production-us',
      'messaging',
      'shop-assets',
      'ledger-functions',
      'risk-models',
    ],
  },
  {
    name: 'payments-estate',
    type: 'logical',
    description: 'Where payments run, at home and at partners',
    tags: { team: 'payments', tier: '1' },
    included_environments: ['production-eu', 'production-us', 'partner-apps'],
  },
] as const

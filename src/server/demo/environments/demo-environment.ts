import type { PhysicalType } from '#contract/environment/environment-type.ts'
import type { teams } from '#server/demo/company.ts'

/** Something that a place runs of what the company's flows build. */
export interface Workload {
  /** Its name in the template of the flow that builds it. */
  artifact: string
  /** What it is called in the place; one build can run under several names. */
  as: readonly string[]
  team: keyof typeof teams
  /** Days from one deployment to the next, or: whenever the release train takes it. */
  every: number | 'train'
  /** Hours between the build, or the train, and the deployment. */
  after: number
  /** Instances that run at night and by day. */
  instances: readonly [night: number, day: number]
  /** Whether a failed check holds it up. */
  isChecked?: true
  /** Whether it is tried just before the release train leaves. */
  isRehearsed?: boolean
  /** Deployments, counted from 1, that are taken back within the hour. */
  rollbacks?: readonly number[]
  /** Share of the 90 days after which a weekend of quick deployments follows. */
  incident?: number
  /** Runs and ends, rather than serves. */
  isJob?: true
}

/** A workload that is called what the flow calls it. */
export const service = (
  artifact: string,
  team: Workload['team'],
  rest: Omit<Workload, 'artifact' | 'team' | 'as'>,
): Workload => ({ artifact, as: [artifact], team, ...rest })

/** Something that a place runs although no flow has built it. */
export interface UnknownWorkload {
  name: string
  /** Shares of the 90 days between which it runs. */
  from?: number
  to?: number
  /** The reporter cannot tell its fingerprint. */
  isUnresolved?: true
  /** Runs in every instance of the workloads, rather than by itself. */
  isSidecar?: true
  instances?: number
}

/** A place where the company's software runs. */
export interface DemoEnvironment {
  name: string
  type: PhysicalType
  description: string
  tags: { team: keyof typeof teams; tier: '1' | '2' | '3'; region: string }
  workloads: readonly Workload[]
  foreign: readonly UnknownWorkload[]
  /** Hours of working days (UTC) between which it runs as many instances as by day. */
  busy?: readonly [from: number, to: number]
  /** Share of the 90 days at which its reporter falls silent. */
  silent?: number
  /** Share of the 90 days at which it is emptied and archived. */
  archived?: number
}

import type { PhysicalType } from '#contract/environment/environment-type.ts'
import type { teams } from '#server/demo/company.ts'

/** An artifact of the company's flows that an environment runs. */
export interface Workload {
  /** Its name in the template of the flow that builds it. */
  artifact: string
  /** Its names in the environment; one build can run under several. */
  as: readonly string[]
  /** Days between deployments, or `train` for each departure of the release train. */
  every: number | 'train'
  /** Hours between the build, or the train, and the deployment. */
  after: number
  /** Instances that run at night and by day; by default one. */
  instances?: readonly [night: number, day: number]
  /** Whether a failed check blocks it. */
  isChecked?: true
  /** Whether it is tested just before the release train leaves. */
  isRehearsed?: boolean
  /** Deployments, counted from 1, that are rolled back within the hour. */
  rollbacks?: readonly number[]
  /** Share of the 90 days after which a weekend of quick deployments follows. */
  incident?: number
  /** Runs to completion instead of serving. */
  isJob?: true
}

/** A workload, unless said named as in its flow. */
export const workload = (
  artifact: string,
  { as = [artifact], ...rest }: Omit<Workload, 'artifact' | 'as'> & Partial<Pick<Workload, 'as'>>,
): Workload => ({ artifact, as, ...rest })

/** A running artifact that no flow has built. */
export interface UnknownWorkload {
  name: string
  /** Shares of the 90 days between which it runs. */
  from?: number
  to?: number
  /** Its fingerprint is unknown to the reporter. */
  isUnresolved?: true
  /** Runs in every instance of the workloads, instead of by itself. */
  isSidecar?: true
  instances?: number
}

/** An environment of the company's software. */
export interface DemoEnvironment {
  name: string
  type: PhysicalType
  description: string
  tags: { team: keyof typeof teams; tier: '1' | '2' | '3'; region: string }
  workloads: readonly Workload[]
  foreign?: readonly UnknownWorkload[]
  /** Hours of working days (UTC) with the number of instances by day. */
  busy?: readonly [from: number, to: number]
  /** Share of the 90 days at which its reporter stops. */
  silent?: number
  /** Share of the 90 days at which it is emptied and archived. */
  archived?: number
}

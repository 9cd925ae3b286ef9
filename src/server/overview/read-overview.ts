import type { Attention, Overview, RecentChange } from '#contract/overview/overview.ts'
import { type StandingCounts, standings } from '#contract/verdict/standing.ts'
import { countRunning } from '#domain/environment/running-counts.ts'
import {
  isStale,
  type Reported,
  type ReportingRules,
  staleAt,
} from '#domain/environment/stale-report.ts'
import { qualifiersOf } from '#domain/verdict/qualifiers.ts'
import { countStandings, noStandings } from '#domain/verdict/standing.ts'
import { listDeploymentsOf } from '#server/deployment/queries.ts'
import { environmentStanding, silenceOf } from '#server/environment/load-environment.ts'
import { listStatuses } from '#server/environment/list-queries.ts'
import type { StatusRow } from '#server/environment/status-queries.ts'
import { readTroubles } from '#server/environment/read-summaries.ts'
import { freshnessAt } from '#server/organization/settings.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { findPreference } from '#server/user/queries.ts'
import {
  findFirstSteps,
  findWrittenUntil,
  listFlips,
  listNewestDeployments,
  listSilences,
} from './queries.ts'
import { listSnoozes } from './snooze-queries.ts'
import { countQualified } from './standing-queries.ts'

const maxAttention = 50
const maxChanges = 12

/** How what runs in an environment stands: of a stale one all is stale. */
function runningIn(row: StatusRow, carried: Partial<StandingCounts>, isSilent: boolean) {
  const counts = { ...noStandings, ...countRunning(row, isSilent) }
  if (isSilent) return counts
  const { by_exception = 0, expired = 0, not_asked = 0 } = carried
  const compliant = counts.compliant - by_exception - expired - not_asked
  return { ...counts, compliant, by_exception, expired, not_asked }
}

/** Reads the overview of the organization: as many rows as it has environments. */
export async function readOverview(context: OrgContext, tags: string[]): Promise<Overview> {
  const { org, clock, actor } = context
  const order = { sort: 'name', sort_direction: 'asc', tag: tags } as const
  const at = clock()
  const [environments, first_steps, saved_search, rules, loaded_until] = await Promise.all([
    listStatuses(org, order),
    findFirstSteps(org),
    findPreference(org, { user_id: actor.userId, page: 'overview' }),
    freshnessAt(org, at),
    findWrittenUntil(org),
  ])
  const isSilent = (one: Reported) => isStale(staleAt(one, rules), at)
  const stale = environments.filter(isSilent)
  const physical = environments.filter(({ type }) => type !== 'logical')
  const ids = physical.map(({ id }) => id)
  const [qualified, attention] = await Promise.all([
    countQualified(org, ids, rules),
    attentionOf(context, environments, isSilent),
  ])
  const carriedIn = new Map(
    qualified.map(({ environment_id, ...counts }) => [environment_id, counts]),
  )
  const counted = physical.map((row) => ({
    environment_name: row.name,
    ...runningIn(row, carriedIn.get(row.id) ?? {}, isSilent(row)),
  }))
  return {
    at,
    environments: countStandings(environments.map((row) => environmentStanding(row, rules))),
    running: Object.fromEntries(
      standings.map((one) => [
        one,
        counted.reduce((total, environment) => total + environment[one], 0),
      ]),
    ) as StandingCounts,
    running_by_environment: counted.filter((environment) =>
      standings.some((one) => environment[one] > 0),
    ),
    silent: silentReporters(stale, rules),
    unjudged: unjudgedOf(environments.filter((row) => !isSilent(row))),
    attention,
    saved_search,
    first_steps,
    loaded_until,
  }
}

/** Environments with an overdue report, the longest silent first. */
function silentReporters(stale: readonly StatusRow[], rules: ReportingRules): Overview['silent'] {
  return stale
    .flatMap((row) => {
      const silence = silenceOf(row, rules)
      const stale_at = staleAt(row, rules)
      if (!silence || stale_at === null) return []
      const { environment_name: silent, last_reported_at, basis } = silence
      return {
        environment_name: row.name,
        type: row.type,
        state: row.state,
        last_reported_at,
        stale_at,
        basis,
        running_count: row.running_count,
        member: silent === row.name ? null : silent,
      }
    })
    .sort((a, b) => a.stale_at - b.stale_at)
    .slice(0, maxAttention)
}

/** Environments of which nothing can be said, the longest so first. */
const unjudgedOf = (environments: readonly StatusRow[]): Overview['unjudged'] =>
  environments
    .filter(({ state }) => state === null)
    .sort((a, b) => a.since - b.since)
    .slice(0, maxAttention)
    .map(({ name, type, since, running_count, last_reported_at, policies, members }) => ({
      environment_name: name,
      type,
      since,
      running_count,
      last_reported_at,
      policy_count: policies.length,
      member: longestOf(members?.filter(({ state }) => state === null)),
    }))

/** The one of some members whose state is the oldest; null for none. */
const longestOf = (members: StatusRow['members'] = null) =>
  members?.toSorted((a, b) => a.since - b.since)[0]?.name ?? null

/**
 * Non-compliant environments with what fails there: oldest, then largest, first; last those that
 * the caller has snoozed, until something else fails there.
 */
async function attentionOf(
  { org, actor }: OrgContext,
  environments: readonly StatusRow[],
  isSilent: (one: Reported) => boolean,
): Promise<Attention[]> {
  const isFailingNow = (one: Reported) => one.state === false && !isSilent(one)
  const failing = environments.filter(isFailingNow)
  const snoozes = await listSnoozes(
    org,
    actor.userId,
    failing.map(({ id }) => id),
  )
  const snoozedAt = ({ id, since }: StatusRow) =>
    snoozes.find((one) => one.environment_id === id && one.since === since && !one.has_changed)
      ?.snoozed_at ?? null
  const red = failing
    .map((row) => ({ ...row, snoozed_at: snoozedAt(row) }))
    .sort(
      (a, b) =>
        Number(a.snoozed_at !== null) - Number(b.snoozed_at !== null) ||
        a.since - b.since ||
        b.non_compliant_count - a.non_compliant_count,
    )
    .slice(0, maxAttention)
  const troubles = await readTroubles(
    org,
    red.map(({ id }) => id),
  )
  return red.map((row) => {
    const trouble = troubles.find(({ id }) => id === row.id)
    return {
      environment_name: row.name,
      type: row.type,
      since: row.since,
      non_compliant_count: row.non_compliant_count,
      member: longestOf(row.members?.filter(isFailingNow)),
      snapshot_index: trouble?.snapshot_index ?? row.snapshot_index,
      cause: trouble?.cause ?? null,
      artifact: trouble?.failing ?? null,
      snoozed_at: row.snoozed_at,
    }
  })
}

/** The newest flips, deployments and silences as one list, newest first. */
export async function listChanges(
  { org, clock }: OrgContext,
  scope: { tags: string[]; from: number },
): Promise<RecentChange[]> {
  const rules = await freshnessAt(org, clock())
  const window = { from: scope.from, to: rules.now }
  const [flips, silences, deployments] = await Promise.all([
    listFlips(org, scope, rules, maxChanges),
    listSilences(org, scope.tags, window, rules, maxChanges),
    // Some are duplicates, as several flows know the artifact.
    listNewestDeployments(org, scope, 2 * maxChanges),
  ])
  const replaced = await listDeploymentsOf(org, {
    environmentIds: deployments.map((one) => one.environment_id),
    fingerprints: deployments.map((one) => one.fingerprint),
  })
  const changes = [
    ...flips.map(({ before_carriers, before_at, after_carriers, ...flip }): RecentChange => ({
      kind: 'flip',
      ...flip,
      before_qualifiers: qualifiersOf(before_carriers, { ...rules, now: before_at }),
      after_qualifiers: qualifiersOf(after_carriers, { ...rules, now: flip.at }),
    })),
    ...silences
      .filter(({ from }) => from >= scope.from)
      .map(({ environment_name, from, last_reported_at }): RecentChange => {
        return { kind: 'silence', environment_name, at: from, last_reported_at }
      }),
    ...deployments.map((one): RecentChange => {
      const own = replaced.find(
        (row) =>
          row.environment_id === one.environment_id &&
          row.flow_id === one.flow_id &&
          row.template_reference_name === one.template_reference_name &&
          row.snapshot_index === one.snapshot_index &&
          row.fingerprint === one.fingerprint,
      )
      const { environment_name, snapshot_index, started_at: at, name, fingerprint } = one
      const previous = own?.previous?.name ?? null
      const where = { environment_name, snapshot_index, at }
      return { kind: 'deployment', ...where, name, fingerprint, replaced: previous }
    }),
  ]
  return onePerArtifact(changes.sort((a, b) => b.at - a.at)).slice(0, maxChanges)
}

/** Merges the deployments of an artifact known to several flows. */
function onePerArtifact(changes: readonly RecentChange[]): RecentChange[] {
  const seen = new Set<string>()
  return changes.filter((change) => {
    if (change.kind !== 'deployment') return true
    const key = `${change.environment_name} ${change.snapshot_index} ${change.name}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

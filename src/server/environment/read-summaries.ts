import type { EnvironmentSummary, FailingArtifact } from '#contract/environment/environment-list.ts'
import { countRunning, noneRunning } from '#domain/environment/running-counts.ts'
import { isStale, staleAt } from '#domain/environment/stale-report.ts'
import {
  environmentFailureCause,
  environmentFailureReasons,
} from '#domain/verdict/failure-reasons.ts'
import { qualifiersOf } from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { readVerdicts } from '#server/evaluation/verdict-queries.ts'
import type { Freshness } from '#server/organization/settings.ts'
import { countQualified } from '#server/overview/standing-queries.ts'
import { readExceptionEnds } from './exception-ends.ts'
import { environmentItem } from './load-environment.ts'
import { listFailing } from './queries.ts'
import type { StatusRow } from './status-queries.ts'

type Running = EnvironmentSummary['running']

const sumOf = (all: readonly Running[]): Running =>
  all.reduce(
    (sum, one) => ({
      compliant: sum.compliant + one.compliant,
      qualified: sum.qualified + one.qualified,
      non_compliant: sum.non_compliant + one.non_compliant,
      unknown: sum.unknown + one.unknown,
      stale: sum.stale + one.stale,
    }),
    { ...noneRunning, qualified: 0 },
  )

/** Number of compliant artifacts that not fresh evidence alone carries, by environment id. */
type QualifiedIn = (environmentId: string) => number

type Evaluated = Pick<StatusRow, 'id' | 'evaluated_count'>

async function readQualified(
  org: OrgDatabase,
  rows: readonly StatusRow[],
  rules: Freshness,
): Promise<QualifiedIn> {
  const physical = rows.flatMap<Evaluated>((row) => row.members ?? [row])
  // Without policies there are no verdicts.
  const ids = new Set(
    physical.flatMap(({ id, evaluated_count }) => (evaluated_count > 0 ? id : [])),
  )
  const found = ids.size > 0 ? await countQualified(org, [...ids], rules) : []
  const counts = new Map(
    found.map((one) => [one.environment_id, one.by_exception + one.expired + one.not_asked]),
  )
  return (environmentId) => counts.get(environmentId) ?? 0
}

const runningIn = (
  counts: Parameters<typeof countRunning>[0],
  isSilent: boolean,
  qualified: number,
): Running => ({ ...countRunning(counts, isSilent), qualified: isSilent ? 0 : qualified })

function membersOf(
  { members }: StatusRow,
  rules: Freshness,
  endOf: Awaited<ReturnType<typeof readExceptionEnds>>,
  qualifiedIn: QualifiedIn,
): EnvironmentSummary['members'] {
  if (!members) return null
  return members.map((member) => {
    const { id, carriers, heard_at, learned_interval, reporting_minutes, ...shown } = member
    const { non_compliant_count: _failing, evaluated_count: _evaluated, ...rest } = shown
    const stale_at = staleAt({ ...rest, heard_at, learned_interval, reporting_minutes }, rules)
    const running = runningIn(member, isStale(stale_at, rules.now), qualifiedIn(id))
    const exceptions_end_at = endOf(member)
    return {
      ...rest,
      stale_at,
      running,
      qualifiers: qualifiersOf(carriers, rules),
      exceptions_end_at,
    }
  })
}

/** Rows of the list of environments, with what fails in each. */
export async function readSummaries(
  org: OrgDatabase,
  orgName: string,
  rows: readonly StatusRow[],
  rules: Freshness,
): Promise<EnvironmentSummary[]> {
  const failing = rows.filter(({ state, type }) => state === false && type !== 'logical')
  const [troubles, endOf, qualifiedIn] = await Promise.all([
    readTroubles(
      org,
      failing.map(({ id }) => id),
    ),
    readExceptionEnds(org, rows),
    readQualified(org, rows, rules),
  ])
  return rows.map((row) => {
    const environment = environmentItem(orgName, row, rules, endOf(row))
    const members = membersOf(row, rules, endOf, qualifiedIn)
    return {
      ...environment,
      snapshot_index: row.snapshot_index,
      running_count: row.running_count,
      running: members
        ? sumOf(members.map(({ running }) => running))
        : runningIn(row, isStale(environment.stale_at, rules.now), qualifiedIn(row.id)),
      failing: troubles.find(({ id }) => id === row.id)?.failing ?? null,
      flip: row.flip,
      members,
      space_id: row.space_id,
    }
  })
}

type Row = Awaited<ReturnType<typeof listFailing>>[number]
type Verdicts = Awaited<ReturnType<typeof readVerdicts>>

/** The failing artifact with why it fails; an unreadable verdict does not break a list. */
function failingOf({ name, fingerprint, hash }: Row, verdicts: Verdicts): FailingArtifact | null {
  if (name === null || fingerprint === null) return null
  const found = verdicts.get(hash ?? '')
  try {
    const verdict = found && { name, fingerprint, ...found }
    const [reason = null] = verdict ? environmentFailureReasons(verdict) : []
    return { name, fingerprint, reason, cause: verdict ? environmentFailureCause(verdict) : null }
  } catch {
    return { name, fingerprint, reason: null, cause: null }
  }
}

/** The newest flip of each of some environments, and why what failed there first fails. */
export async function readTroubles(org: OrgDatabase, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await listFailing(org, ids)
  const verdicts = await readVerdicts(
    org,
    rows.map(({ hash }) => hash ?? undefined),
  )
  return rows.map((row) => {
    const { id, snapshot_index, cause } = row
    return { id, snapshot_index, cause, failing: failingOf(row, verdicts) }
  })
}

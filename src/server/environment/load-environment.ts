import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { Environment } from '#contract/environment/environment.ts'
import type { NextSilence, SilentEnvironment } from '#contract/environment/reporting-interval.ts'
import type { Standing } from '#contract/verdict/standing.ts'
import { learnInterval, sampleOf } from '#domain/environment/report-rhythm.ts'
import {
  decisiveMember,
  intervalOf,
  isStale,
  type ReportingRules,
  staleAt,
} from '#domain/environment/stale-report.ts'
import { qualifiersOf } from '#domain/verdict/qualifiers.ts'
import { standingOf } from '#domain/verdict/standing.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import { freshnessAt, type Freshness, reportingRules } from '#server/organization/settings.ts'
import { requireFresh } from '#server/request/entity-tag.ts'
import { requireInView } from '#server/request/access.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { qualifierTotalsOf, readExceptionEnds } from './exception-ends.ts'
import { findEnvironment, lockEnvironment } from './queries.ts'
import { type StatusRow, readStatus } from './status-queries.ts'

/** After which silence an environment is stale, and why; null of a logical one. */
function reportingOf(row: StatusRow, { minutes }: ReportingRules): Environment['reporting'] {
  const { type, report_rhythm } = row
  if (type === 'logical') return null
  return {
    ...intervalOf(row, minutes),
    usual: learnInterval(report_rhythm)?.usual ?? null,
    ...sampleOf(report_rhythm),
  }
}

const qualifiersOfRow = (row: StatusRow, rules: Freshness) =>
  qualifiersOf(qualifierTotalsOf(row), rules)

/** Returns how an environment stands: its verdict, what carries it, and silence. */
export const environmentStanding = (row: StatusRow, rules: Freshness): Standing =>
  standingOf({
    state: row.state,
    qualifiers: qualifiersOfRow(row, rules),
    isStale: isStale(staleAt(row, rules), rules.now),
  })

/** Serializes an environment; stale when its last report is too old. */
export function environmentItem(
  org: string,
  row: StatusRow,
  rules: Freshness,
  exceptions_end_at: number | null,
): Environment {
  return {
    org,
    name: row.name,
    type: row.type,
    description: row.description,
    last_modified_at: row.last_modified_at,
    include_scaling: row.include_scaling,
    require_provenance: row.require_provenance,
    tags: row.tags,
    last_reported_at: row.last_reported_at,
    last_changed_at: row.last_changed_at,
    state: row.state,
    since: row.since,
    stale_at: staleAt(row, rules),
    reporting_minutes: row.reporting_minutes,
    reporting: reportingOf(row, rules),
    policies: row.policies,
    included_environments: row.members?.map((member) => member.name) ?? null,
    archived_at: row.archived_at,
    qualifiers: qualifiersOfRow(row, rules),
    exceptions_end_at,
  }
}

/** Returns from which environment no report came although one was due: itself, or a member. */
export function silenceOf(row: StatusRow, rules: ReportingRules): SilentEnvironment | null {
  const silent = row.members ? decisiveMember(row.members, rules) : row
  if (!silent || !isStale(staleAt(row, rules), rules.now)) return null
  return {
    environment_name: silent.name,
    last_reported_at: silent.last_reported_at ?? 0,
    ...intervalOf(silent, rules.minutes),
  }
}

/** Fields of an environment that people edit: its entity tag covers them, not reports. */
export const settingsOf = ({
  last_reported_at: _reported,
  last_changed_at: _changed,
  state: _state,
  since: _since,
  stale_at: _stale,
  reporting: _reporting,
  qualifiers: _qualifiers,
  exceptions_end_at: _end,
  ...settings
}: Environment) => settings

/** Reads when an environment becomes stale, or each of the members of a logical one. */
export async function readReporting(
  { org, clock }: OrgScope & { clock: () => number },
  id: string,
): Promise<NextSilence[]> {
  const [row, rules] = await Promise.all([readStatus(org, id), reportingRules(org, clock())])
  return (row.members ?? [row]).map((one) => ({
    environment_name: one.name,
    stale_at: staleAt(one, rules),
  }))
}

/** Finds the environment of a path. @throws Problem 404 */
export async function environmentOfPath(scope: OrgScope, name: string) {
  const environment = await findEnvironment(scope.org, name)
  requireInView(scope, 'Environment', name, environment)
  return environment
}

/** Reads an environment as GET answers it. */
export async function environmentRecord(
  { org, orgName }: OrgScope,
  id: string,
  now: number,
): Promise<Environment> {
  const [row, rules] = await Promise.all([readStatus(org, id), freshnessAt(org, now)])
  const endOf = await readExceptionEnds(org, [row])
  return environmentItem(orgName, row, rules, endOf(row))
}

/**
 * Requires that the caller read the current settings of an environment; later reports do not
 * matter.
 * @throws Problem 412
 */
export function requireFreshEnvironment(
  write: UnitOfWork,
  environment: { id: string } | undefined,
) {
  const current = async () =>
    environment ? environmentRecord(write, environment.id, write.at) : null
  return requireFresh(write, current, settingsOf)
}

/**
 * Locks an environment for a change and checks the caller's version.
 * @throws Problem 404 when unknown or archived, 412 when it changed since
 */
export async function lockActiveEnvironment(write: UnitOfWork, name: string) {
  const environment = await lockEnvironment(write.org, name)
  requireInView(write, 'Environment', name, environment)
  await requireFreshEnvironment(write, environment)
  return environment
}

/** Appends the audit entry of an accepted write to an environment. */
export function auditEnvironment(
  write: UnitOfWork,
  kind: AuditKind,
  environment_name: string,
  body: object,
  before?: object,
): Promise<void> {
  return appendAuditEntry(write, { kind, subject: { environment_name }, body, before })
}

import { type RawBuilder, sql } from 'kysely'
import { fullType } from '#contract/attestation/types/kind.ts'
import type { listAttestations } from '#contract/attestation/attestation.ts'
import type { QueryOf } from '#contract/common/endpoint.ts'
import { beginsWith, isInView, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { isChosen, isOneOf } from '#server/database/keyset-page.ts'

/** Filters of a list of attestations. */
export type Filters = Partial<
  Omit<QueryOf<typeof listAttestations>, 'page' | 'per_page' | 'archived'>
> & {
  /** Meaning of `evidence_age`: evidence of these types alone, each until an instant. */
  recorded?: readonly RecordedUntil[]
  /** Of these commits only. */
  commit_list?: readonly string[] | null | undefined
}

/** Evidence of a full type that was recorded at or before an instant. */
export interface RecordedUntil {
  type: string
  until: number
}

/** The flows in view whose attestations may match. */
export function flowsOf(org: OrgDatabase, { flow_name }: Pick<Filters, 'flow_name'>) {
  const inView = org.selectFrom('flow').where(isInView(org, 'flow.archived_at'))
  return flow_name?.length ? inView.where(isOneOf('flow.name', flow_name)) : inView
}

/**
 * Condition that an attestation is of a flow in view, checked row by row, so that the order of an
 * index serves the list; for calls that do not see archived flows alone.
 */
export function isOfFlowInView(org: OrgDatabase): RawBuilder<boolean> {
  if (org.archived === 'include') return sql`true`
  const others = org
    .selectFrom('flow')
    .select('flow.id')
    .where((where) => where.not(isInView(org, 'flow.archived_at')))
  return sql`attestation.flow_id not in (${others})`
}

/** Conditions on columns of an attestation, or of counts of attestations; none on flow or time. */
export function conditionsOf(table: string, filters: Filters): RawBuilder<boolean>[] {
  const { attestation_name, attestation_type, reported_by } = filters
  const { record_type, is_compliant, reported_is_compliant } = filters
  const column = (name: string) => `${table}.${name}`
  const isOverride = sql<boolean>`${sql.ref(column('is_override'))}`
  const isEvidence = sql<boolean>`not ${isOverride}`
  const [counted, flipped] = [sql.ref(column('is_compliant')), sql.ref(column('is_flipped'))]
  return [
    ...(attestation_name?.length ? [isOneOf(column('name'), attestation_name)] : []),
    ...(attestation_type?.length ? [isOneOf(column('type'), attestation_type.map(fullType))] : []),
    ...(reported_by?.length ? [isOneOf(column('reported_by'), reported_by)] : []),
    // In the text: only so are the indexes of some of them known to serve.
    ...(is_compliant == null
      ? []
      : [sql<boolean>`${sql.ref(column('is_compliant'))} = ${sql.lit(is_compliant)}`]),
    ...(record_type === 'override' ? [isOverride] : []),
    ...(record_type === 'evidence' || reported_is_compliant != null || filters.recorded
      ? [isEvidence]
      : []),
    ...(reported_is_compliant == null
      ? []
      : [sql<boolean>`${counted} ${reported_is_compliant ? sql`<>` : sql`=`} ${flipped}`]),
  ]
}

/**
 * Ids of attestations that belong to some commits, with those: by their own commit, else their
 * artifact's, else their trail's.
 */
export function belongingTo(org: OrgDatabase, isMeant: (column: string) => RawBuilder<boolean>) {
  const own = org
    .selectFrom('attestation')
    .select(['attestation.id', 'attestation.commit_sha as commit'])
    .where(isMeant('attestation.commit_sha'))
  const ofArtifact = org
    .selectFrom('artifact')
    .innerJoin('attestation', (join) =>
      join
        .onRef('attestation.org_id', '=', 'artifact.org_id')
        .onRef('attestation.trail_id', '=', 'artifact.trail_id')
        .onRef('attestation.fingerprint', '=', 'artifact.fingerprint'),
    )
    .select(['attestation.id', 'artifact.git_commit as commit'])
    .where('attestation.commit_sha', 'is', null)
    .where(isMeant('artifact.git_commit'))
  const ofTrail = org
    .selectFrom('trail')
    .innerJoin('attestation', onOrgAnd('attestation.trail_id', 'trail.id'))
    .select(['attestation.id', 'trail.commit_sha as commit'])
    .where('attestation.commit_sha', 'is', null)
    .where('attestation.fingerprint', 'is', null)
    .where(isMeant('trail.commit_sha'))
  return own.union(ofArtifact).union(ofTrail)
}

/** Condition that a commit is one of some. */
export const isOfCommits = (commits: readonly string[]) => (column: string) =>
  sql<boolean>`${sql.ref(column)} = any(${commits})`

/** Ids of an artifact's attestations: each is of a flow that the artifact was reported in. */
const ofFingerprint = (org: OrgDatabase, beginning: string) =>
  org
    .selectFrom('artifact')
    .innerJoin('attestation', (join) =>
      join
        .onRef('attestation.org_id', '=', 'artifact.org_id')
        .onRef('attestation.flow_id', '=', 'artifact.flow_id')
        // Those of artifacts have the order of bytes, which the index of attestations has not.
        .on(sql<boolean>`attestation.fingerprint = artifact.fingerprint collate "default"`),
    )
    .select('attestation.id')
    .where(beginsWith('artifact.fingerprint', beginning))

const ofTrailsNamed = (org: OrgDatabase, name: string) =>
  org
    .selectFrom('trail')
    .innerJoin('attestation', onOrgAnd('attestation.trail_id', 'trail.id'))
    .select('attestation.id')
    // By an index on the name in lower case.
    .where(sql<boolean>`lower(trail.name) = lower(${name}) and trail.name = ${name}`)

/**
 * Conditions of filters that leave few attestations of all, found by indexes of their own, by id;
 * no counts exist by them.
 */
function selectiveConditions(org: OrgDatabase, filters: Filters): RawBuilder<boolean>[] {
  const { fingerprint, trail_name, git_commit, commit_list } = filters
  const idsOf = (belonging: ReturnType<typeof belongingTo>) =>
    sql`(select belonging.id from ${belonging} as belonging)`
  return [
    ...(fingerprint ? [ofFingerprint(org, fingerprint)] : []),
    ...(trail_name ? [ofTrailsNamed(org, trail_name)] : []),
    ...(git_commit ? [idsOf(belongingTo(org, (column) => beginsWith(column, git_commit)))] : []),
    ...(commit_list?.length ? [idsOf(belongingTo(org, isOfCommits(commit_list)))] : []),
  ].map((ids) => isChosen('attestation.id', ids))
}

/** Whether a filter leaves few attestations, which are then counted one by one. */
export const isSelective = ({ fingerprint, trail_name, git_commit }: Filters): boolean =>
  [fingerprint, trail_name, git_commit].some(Boolean)

/** All conditions on rows of attestations but those on their flow. */
export function rowConditions(org: OrgDatabase, filters: Filters): RawBuilder<boolean>[] {
  const { attestation_id, overridden, recorded, from_timestamp: from, to_timestamp: to } = filters
  const isSo = isOverridden(org)
  const at = sql.ref('attestation.created_at')
  return [
    ...(attestation_id?.length ? [isOneOf('attestation.id', attestation_id)] : []),
    ...conditionsOf('attestation', filters),
    ...(overridden == null ? [] : [overridden ? isSo : sql<boolean>`not (${isSo})`]),
    ...(recorded
      ? [
          sql<boolean>`(${sql.join(
            recorded.map(
              ({ type, until }) => sql`(attestation.type = ${type} and ${at} <= ${until})`,
            ),
            sql` or `,
          )})`,
        ]
      : []),
    ...(from == null ? [] : [sql<boolean>`${at} >= ${from}`]),
    ...(to == null ? [] : [sql<boolean>`${at} <= ${to}`]),
    ...selectiveConditions(org, filters),
  ]
}

/** Condition that an active override overrides the joined attestation. */
const isOverridden = (org: OrgDatabase) => sql<boolean>`attestation.id in (
  select attestation_id from overridden join override_state using (org_id, override_id)
  where org_id = ${org.orgId} and is_whole and ended_at is null)`

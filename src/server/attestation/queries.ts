import { type Insertable, sql } from 'kysely'
import type { Subject } from '#domain/override/override.ts'
import { type Cursor, type PageOf, afterCursor, offsetPage } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { ownColumns, withNames } from '#server/database/shared-selects.ts'
import type { Tables } from '#server/database/tables.ts'

type NewAttestation = Omit<Insertable<Tables['attestation']>, 'org_id'>

/** Appends an attestation, once it is run. */
export function insertAttestation(org: OrgDatabase, row: NewAttestation) {
  return org.insertInto('attestation', row)
}

/** What an attestation is about, as evidence is put into scopes. */
export type Scope = Subject

/** A scope as a text, equal for equal ones. */
export const scopeKey = (scope: Scope) =>
  scope.kind === 'trail'
    ? ''
    : scope.kind === 'artifact'
      ? `artifact:${scope.fingerprint}`
      : `target:${scope.name}@${scope.commit}`

/**
 * Makes an attestation the current one of its name in some scopes, once it is run; with the trail
 * locked.
 */
export function makeCurrent(
  org: OrgDatabase,
  current: { trail_id: string; name: string; attestation_id: string },
  scopes: readonly Scope[],
) {
  const rows = scopes.map((scope) => ({ ...current, scope: scopeKey(scope) }))
  return org
    .insertInto('current_attestation', rows)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'trail_id', 'scope', 'name'])
        .doUpdateSet({ attestation_id: current.attestation_id }),
    )
}

/** Takes what counted of a name out of some scopes, once it is run: nothing is left there. */
export function makeNoneCurrent(
  org: OrgDatabase,
  of: { trail_id: string; name: string },
  scopes: readonly Scope[],
) {
  return org
    .deleteFrom('current_attestation')
    .where('current_attestation.trail_id', '=', of.trail_id)
    .where('current_attestation.name', '=', of.name)
    .where(sql<boolean>`current_attestation.scope = any(${scopes.map(scopeKey)})`)
}

/** Makes a decision the newest about its control in some scopes, once it is run; as above. */
export function makeNewestDecision(
  org: OrgDatabase,
  newest: { trail_id: string; control: string; attestation_id: string },
  scopes: readonly Scope[],
) {
  const rows = scopes.map((scope) => ({ ...newest, scope: scopeKey(scope) }))
  return org
    .insertInto('current_decision', rows)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'trail_id', 'control', 'scope'])
        .doUpdateSet({ attestation_id: newest.attestation_id }),
    )
}

export type AttestationRow = Awaited<ReturnType<typeof listOnTrail>>[number]

/** A trail's attestations of one name, newest first. */
export function listOnTrail(org: OrgDatabase, trailId: string, name: string) {
  const chosen = org
    .selectFrom('attestation')
    .select(ownColumns)
    .where('attestation.trail_id', '=', trailId)
    .where('attestation.name', '=', name)
  return withNames(org, chosen).execute()
}

/** An artifact's attestations of one name in a flow, those made for it before it was built too. */
export function listOnArtifact(
  org: OrgDatabase,
  flowId: string,
  fingerprint: string,
  name: string,
) {
  const chosen = org
    .selectFrom('attestation')
    .select(ownColumns)
    .where('attestation.flow_id', '=', flowId)
    .where('attestation.name', '=', name)
    .where((where) =>
      where.or([
        where('attestation.fingerprint', '=', fingerprint),
        where.exists(
          where
            .selectFrom('artifact')
            .select('artifact.id')
            .whereRef('artifact.org_id', '=', 'attestation.org_id')
            .whereRef('artifact.trail_id', '=', 'attestation.trail_id')
            .where('artifact.fingerprint', '=', fingerprint)
            .where('attestation.fingerprint', 'is', null)
            // Equal, or one the short form of the other.
            .where(
              sql<boolean>`(starts_with(artifact.git_commit, attestation.commit_sha) or starts_with(attestation.commit_sha, artifact.git_commit))`,
            )
            .where(
              sql<boolean>`artifact.template_reference_name = any(attestation.target_artifacts)`,
            ),
        ),
      ]),
    )
  return withNames(org, chosen).execute()
}

/** A trail's attestations of every name, newest first: those after a place, in batches. */
export function listAfter(org: OrgDatabase, trailId: string, before: Cursor, page: PageOf) {
  const chosen = org
    .selectFrom('attestation')
    .select(ownColumns)
    .where('attestation.trail_id', '=', trailId)
    .where(afterCursor('attestation', before))
    .orderBy('attestation.created_at', 'desc')
    .orderBy('attestation.id', 'desc')
  return withNames(org, offsetPage(chosen, page)).execute()
}

/** One attestation of a trail, as it is read. */
export function findRowOnTrail(org: OrgDatabase, trailId: string, id: string) {
  const chosen = org
    .selectFrom('attestation')
    .select(ownColumns)
    .where('attestation.trail_id', '=', trailId)
    .where('attestation.id', '=', id)
  return withNames(org, chosen).executeTakeFirst()
}

/** One attestation of a trail by its id. */
export function findOnTrail(org: OrgDatabase, trailId: string, id: string) {
  return org
    .selectFrom('attestation')
    .select(['evidence_sha256', 'evidence_name', 'evidence_size'])
    .where('attestation.trail_id', '=', trailId)
    .where('attestation.id', '=', id)
    .executeTakeFirst()
}

import { listOfTrail, listTrailIdsOf, listWithoutTrail } from '#server/artifact/list-queries.ts'
import { attestationItem } from '#server/attestation/serialize-attestation.ts'
import { type AttestationRow, findRowOnTrail, listAfter } from '#server/attestation/queries.ts'
import { readRegister } from '#server/exception/read-register.ts'
import { newToOld } from '#server/export/export-answer.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { notFound } from '#server/platform/problem.ts'
import { artifactRecords } from '#server/artifact/read-artifacts.ts'
import { readTrailOfId } from '#server/trail/read-trail.ts'

/** Content of an audit package: a serialized record, or a stored file. */
export type PackageEntry =
  | { path: string; at: number; record: unknown }
  | {
      attestation_id: string
      name: string
      sha256: string
      size: number
      at: number
      /** By retention: there is no file. */
      is_removed: boolean
    }

/** Finds an attestation of a trail that has evidence. @throws Problem 404 */
export async function attestationOfPackage(
  { org }: OrgContext,
  trailId: string,
  id: string,
): Promise<AttestationRow> {
  const row = await findRowOnTrail(org, trailId, id)
  if (!row?.evidence_sha256) throw notFound('Attestation has no audit package')
  return row
}

/** Yields an attestation, and its evidence if it has some. */
export function* entriesOfAttestation(
  { links, orgName }: OrgContext,
  row: AttestationRow,
): Generator<PackageEntry> {
  const { id, created_at: at, evidence_sha256: sha256 } = row
  yield { path: `attestations/${id}.json`, at, record: attestationItem(links, orgName, row) }
  if (sha256 === null) return
  const name = row.evidence_name ?? 'evidence'
  const is_removed = row.evidence_removed_at !== null
  yield { attestation_id: id, name, sha256, size: row.evidence_size ?? 0, at, is_removed }
}

/** Yields a trail with its artifacts, attestations, evidence and overrides, new before old. */
export async function* entriesOfTrail(
  context: OrgContext,
  trailId: string,
  asOf: number,
): AsyncGenerator<PackageEntry> {
  const { org } = context
  const record = await readTrailOfId(context, trailId)
  yield { path: `trails/${trailId}.json`, at: record.created_at, record }
  const artifacts = newToOld(asOf, (before, page) => listOfTrail(org, trailId, before, page))
  for await (const rows of artifacts) yield* artifactEntries(context, rows)
  const attestations = newToOld<AttestationRow>(asOf, (before, page) =>
    listAfter(org, trailId, before, page),
  )
  for await (const rows of attestations) {
    for (const row of rows) yield* entriesOfAttestation(context, row)
    const overrides = rows.filter(({ is_override }) => is_override).map(({ id }) => id)
    yield* entriesOfExceptions(context, overrides)
  }
}

/** Yields overrides or entries of allow-lists: who made and approved each, and until when. */
export async function* entriesOfExceptions(
  { org, clock }: OrgContext,
  ids: readonly string[],
): AsyncGenerator<PackageEntry> {
  for (const record of await readRegister(org, ids, clock())) {
    yield { path: `exceptions/${record.exception_id}.json`, at: record.created_at, record }
  }
}

/** Yields an artifact with all of its trails in a flow. */
export async function* entriesOfArtifact(
  context: OrgContext,
  flow: { id: string },
  fingerprint: string,
  asOf: number,
): AsyncGenerator<PackageEntry> {
  const { org } = context
  const key = { flow_id: flow.id, fingerprint }
  yield* artifactEntries(context, await listWithoutTrail(org, key))
  for (const id of await listTrailIdsOf(org, key)) {
    yield* entriesOfTrail(context, id, asOf)
  }
}

type Artifacts = Awaited<ReturnType<typeof listOfTrail>>

/** Yields reports of artifacts. */
export async function* artifactEntries(
  context: OrgContext,
  rows: Artifacts,
): AsyncGenerator<PackageEntry> {
  const records = await artifactRecords(context, rows)
  for (const [index, { id, created_at }] of rows.entries()) {
    yield { path: `artifacts/${id}.json`, at: created_at, record: records[index] }
  }
}

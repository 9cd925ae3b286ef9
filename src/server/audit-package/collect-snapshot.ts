import { listIdsBetween } from '#server/allow-list/queries.ts'
import { listWithoutTrail } from '#server/artifact/list-queries.ts'
import { listHoldings } from '#server/evaluation/provenance-queries.ts'
import { inBatches } from '#server/export/export-answer.ts'
import { policyOfPath, policyRecords } from '#server/policy/load-policy.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { evaluatedSnapshots } from '#server/snapshot/compare-rules.ts'
import type { findSnapshotOfPath } from '#server/snapshot/find-snapshot.ts'
import { readSnapshot } from '#server/snapshot/read-snapshot.ts'
import {
  artifactEntries,
  entriesOfExceptions,
  entriesOfTrail,
  type PackageEntry,
} from './collect-entries.ts'

type Found = Awaited<ReturnType<typeof findSnapshotOfPath>>

/**
 * Yields a snapshot, the policies that evaluated it, and what allow-lists and trails say of the
 * artifacts that ran in it, those of archived flows too. A trail of several of them comes once.
 */
export async function* entriesOfSnapshot(
  given: OrgContext,
  found: Found,
  asOf: number,
): AsyncGenerator<PackageEntry> {
  const context = { ...given, org: given.org.seeing('include') }
  const { org } = context
  const { environment, snapshot } = found
  const { index, created_at: from, next_at } = snapshot
  const record = await readSnapshot(context, environment, snapshot)
  yield { path: `snapshots/${index}.json`, at: from, record }
  for (const name of new Set(record.applied_policies.map((policy) => policy.name))) {
    yield* entriesOfPolicy(context, name)
  }
  const running = record.artifacts.filter(({ annotation }) => annotation.now > 0)
  const fingerprints = [...new Set(running.map((one) => one.fingerprint))].filter(Boolean).sort()
  const evaluated = (await evaluatedSnapshots(org, found)).map(({ id }) => id)
  const trails = new Set<string>()
  for (const some of inBatches(fingerprints)) {
    const allowances = await listIdsBetween(org, evaluated, some, { from, to: next_at ?? asOf })
    yield* entriesOfExceptions(context, allowances)
    for (const { flow_id, fingerprint, trail_id } of await listHoldings(org, some)) {
      if (trail_id === null) {
        yield* artifactEntries(context, await listWithoutTrail(org, { flow_id, fingerprint }))
      } else if (!trails.has(trail_id)) {
        trails.add(trail_id)
        yield* entriesOfTrail(context, trail_id, asOf)
      }
    }
  }
}

/** Yields a policy with all its versions. */
async function* entriesOfPolicy(context: OrgContext, name: string): AsyncGenerator<PackageEntry> {
  const policies = await policyRecords(context, [await policyOfPath(context, name)])
  for (const policy of policies) {
    yield { path: `policies/${policy.id}.json`, at: policy.created_at, record: policy }
  }
}

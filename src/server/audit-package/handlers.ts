import type { PackageManifest } from '#contract/audit-package/audit-package.ts'
import { artifactOfPath } from '#server/artifact/find-artifact.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { flowOfPath } from '#server/flow/load-flow.ts'
import type { FileAnswer, Handlers, OrgContext } from '#server/request/handler.ts'
import { findSnapshotOfPath } from '#server/snapshot/find-snapshot.ts'
import { trailOfPath } from '#server/trail/read-trail.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import {
  attestationOfPackage,
  entriesOfArtifact,
  entriesOfAttestation,
  entriesOfTrail,
  type PackageEntry,
} from './collect-entries.ts'
import { entriesOfSnapshot } from './collect-snapshot.ts'
import { packed } from './pack.ts'

type Subject = PackageManifest['subject']

/** Answers with a package, and appends an audit entry. */
async function answer(
  context: OrgContext,
  subject: Subject,
  entriesAt: (asOf: number) => AsyncIterable<PackageEntry>,
): Promise<FileAnswer> {
  const { kind, ...filter } = subject
  const at = await inUnitOfWork(context, async (w) => {
    await appendAuditEntry(w, {
      kind: 'exported',
      subject: subjectOf(subject),
      body: {
        format: 'tar.gz',
        organization: w.orgName,
        list: `${kind}_audit_package`,
        filter,
        as_of: w.at,
      },
    })
    return w.at
  })
  const head = {
    format: 'cairn-audit-package',
    version: 1,
    organization: context.orgName,
    subject,
    made_by: context.actor.name,
    made_at: at,
  } as const
  return {
    content: packed(context.evidence, head, entriesAt(at)),
    name: nameOf(context.orgName, subject, at),
    size: null,
    headers: { 'cache-control': 'no-store' },
  }
}

/** Subject by which the audit log finds the download. */
function subjectOf(subject: Subject) {
  if (subject.kind === 'snapshot') return { environment_name: subject.environment_name }
  const { flow_name } = subject
  return 'trail_name' in subject ? { flow_name, trail_name: subject.trail_name } : { flow_name }
}

/** File name like "acme-payments-build-1-audit-package-20261121T104000Z.tar.gz". */
function nameOf(org: string, subject: Subject, at: number): string {
  const { kind: _, ...names } = subject
  const time = new Date(at * 1000).toISOString().replace(/\.\d+|[-:]/g, '')
  const parts = [org, ...Object.values(names)].map((part) => String(part).slice(0, 40))
  return `${[...parts, 'audit-package', time].join('-')}.tar.gz`
}

export const auditPackageHandlers = {
  async downloadAttestationPackage(context, { params }) {
    const { flow, trail } = await trailOfPath(context, params)
    const row = await attestationOfPackage(context, trail.id, params.attestation_id)
    const { attestation_id } = params
    const named = { flow_name: flow.name, trail_name: trail.name, attestation_id }
    return answer(context, { kind: 'attestation', ...named }, async function* () {
      yield* entriesOfAttestation(context, row)
    })
  },

  async downloadTrailPackage(context, { params }) {
    const { flow, trail } = await trailOfPath(context, params)
    const named = { flow_name: flow.name, trail_name: trail.name }
    return answer(context, { kind: 'trail', ...named }, (asOf) =>
      entriesOfTrail(context, trail.id, asOf),
    )
  },

  async downloadArtifactPackage(context, { params }) {
    const flow = await flowOfPath(context, params.flow_name)
    const { fingerprint } = await artifactOfPath(context, flow, params.fingerprint)
    return answer(context, { kind: 'artifact', flow_name: flow.name, fingerprint }, (asOf) =>
      entriesOfArtifact(context, flow, fingerprint, asOf),
    )
  },

  async downloadSnapshotPackage(context, { params }) {
    const { env_name: environment_name, snapshot_expression } = params
    const found = await findSnapshotOfPath(context, environment_name, snapshot_expression)
    const named = { environment_name, snapshot_index: found.snapshot.index }
    return answer(context, { kind: 'snapshot', ...named }, (asOf) =>
      entriesOfSnapshot(context, found, asOf),
    )
  },
} satisfies Partial<Handlers>

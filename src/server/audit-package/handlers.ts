import type { PackageManifest } from '#contract/audit-package.ts'
import {
  attestationOfPackage,
  entriesOfArtifact,
  entriesOfAttestation,
  entriesOfTrail,
  type PackageEntry,
} from '../change/package-entries.ts'
import { artifactOfPath, flowOfPath, trailOfPath } from '../change/path.ts'
import { write } from '../change/write.ts'
import type { FileAnswer, Handlers, OrgContext } from '../handler.ts'
import { appendRecord } from '../record/queries.ts'
import { packed } from './pack.ts'

type Subject = PackageManifest['subject']

/** Answers with a package, and keeps a record of who took it (wire.md 21). */
async function answer(
  context: OrgContext,
  subject: Subject,
  entriesAt: (asOf: number) => AsyncIterable<PackageEntry>,
): Promise<FileAnswer> {
  const { kind, ...filter } = subject
  const at = await write(context, async ({ org, orgName, at, actor, newId }) => {
    const { flow_name } = subject
    const trail = 'trail_name' in subject && { trail_name: subject.trail_name }
    await appendRecord(org, {
      id: newId(),
      at,
      actor,
      kind: 'exported',
      subject: { flow_name, ...trail },
      body: {
        format: 'tar.gz',
        organization: orgName,
        list: `${kind}_audit_package`,
        filter,
        as_of: at,
      },
    })
    return at
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

/** "acme-payments-build-1-audit-package-20261121T104000Z.tar.gz". */
function nameOf(org: string, subject: Subject, at: number): string {
  const { kind: _, ...names } = subject
  const time = new Date(at * 1000).toISOString().replace(/\.\d+|[-:]/g, '')
  const parts = [org, ...Object.values(names)].map((part) => part.slice(0, 40))
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
      entriesOfTrail(context, flow, trail, asOf),
    )
  },

  async downloadArtifactPackage(context, { params }) {
    const flow = await flowOfPath(context, params.flow_name)
    const { fingerprint } = await artifactOfPath(context, flow, params.fingerprint)
    return answer(context, { kind: 'artifact', flow_name: flow.name, fingerprint }, (asOf) =>
      entriesOfArtifact(context, flow, fingerprint, asOf),
    )
  },
} satisfies Partial<Handlers>

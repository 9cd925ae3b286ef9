import type { Attestation } from '#contract/attestation/attestation.ts'
import type { CommonPayload } from '#contract/attestation/types/common-payload.ts'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { ExpiredAge } from '#contract/verdict/qualifiers.ts'
import { verdictOf } from '#domain/attestation/attestation-verdict.ts'
import { expiredAge } from '#domain/verdict/evidence-age.ts'
import { artifactOfPath } from '#server/artifact/find-artifact.ts'
import { evaluateCustomAttestation } from '#server/custom-type/evaluate-custom-attestation.ts'
import { exportAnswer, newToOld } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { flowOfPath } from '#server/flow/load-flow.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import type { ReceivedFile } from '#server/platform/evidence-store.ts'
import { notFound, Problem } from '#server/platform/problem.ts'
import { repoOfReport } from '#server/repo/record-repo.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { requireInView } from '#server/request/access.ts'
import { pagination } from '#server/request/pagination.ts'
import { lockTarget } from '#server/trail/target-queries.ts'
import { trailOfPath } from '#server/trail/read-trail.ts'
import { inUnitOfWorkOn } from '#server/unit-of-work/unit-of-work.ts'
import { attestationItem, withAges } from './serialize-attestation.ts'
import {
  listAttestationRows,
  listByCommit,
  newestAttestations,
  pageOfAttestations,
  findFlowWithTotal,
  newestOfFlow,
} from './list-queries.ts'
import {
  type AttestationRow,
  findEarlierRun,
  findOnTrail,
  listOnArtifact,
  listOnTrail,
} from './queries.ts'
import { recordAttestation, type Report, scopesOf } from './record-attestation.ts'
import { requireAcceptable } from './require-acceptable.ts'

/** The override that a row is, or that counts in its place. */
const overrideOf = (one: Attestation) => (one.is_override ? one : one.override)

const endOf = (one: Attestation) =>
  (one.is_override ? one.ended_at : null) ?? overrideOf(one)?.expires_at ?? null

/** An attestation in a file, with its age where that is more than the organization allows. */
type ExportedAttestation = Attestation & { expired?: ExpiredAge }

/** Qualifiers of the verdict of a row; time comes before people. */
const qualifiersIn = ({ expired, overridden_by }: ExportedAttestation) =>
  [expired && 'expired', overridden_by && 'overridden'].filter(Boolean).join(' ')

/** Columns of attestations as CSV; their type data is in the other formats. */
const attestationColumns: Columns<ExportedAttestation> = {
  created_at: (one) => isoTime(one.created_at),
  record_type: (one) => one.record_type,
  reported_is_compliant: (one) => one.reported_is_compliant,
  effective_is_compliant: (one) => one.effective_is_compliant,
  qualifiers: qualifiersIn,
  age_days: (one) => one.expired?.age_days ?? null,
  allowed_days: (one) => one.expired?.allowed_days ?? null,
  overridden_by: (one) => one.overridden_by ?? null,
  override_of: (one) => one.override_of,
  override_author: (one) => overrideOf(one)?.reported_by ?? null,
  override_ends_at: (one) => isoTime(endOf(one)),
  reason: (one) => overrideOf(one)?.reason ?? null,
  attestation_name: (one) => one.attestation_name,
  attestation_type: (one) => one.attestation_type,
  flow_name: (one) => one.flow_name,
  flow_archived: (one) => one.flow_archived,
  trail_name: (one) => one.trail_name,
  artifact_fingerprint: (one) => one.artifact_fingerprint,
  target_artifacts: (one) => one.target_artifacts?.join(' ') ?? null,
  commit: (one) => one.git_commit,
  reported_by: (one) => one.reported_by,
  description: (one) => one.description,
  origin_url: (one) => one.origin_url,
  evidence_archive_path: (one) => one.evidence_archive_path,
  evidence_archive_fingerprint: (one) => one.evidence_archive_fingerprint,
  html_url: (one) => one.html_url,
  attestation_id: (one) => one.attestation_id,
}

interface Reported<Payload> {
  params: { flow_name: string; trail_name: string }
  body: Payload
  raw: string
  file: ReceivedFile | null
}

type PayloadOf<Kind extends keyof typeof verdictOf> = CommonPayload &
  Parameters<(typeof verdictOf)[Kind]>[0]

/** Result of evaluating a report, which depends on its type. */
type EvaluatedReport = Pick<Report, 'type' | 'is_compliant' | 'control' | 'outcome'>

/** Accepts an evaluated report, in the same way for every type. */
async function accept<Payload extends CommonPayload>(
  context: OrgContext,
  { params, body, raw, file }: Reported<Payload>,
  evaluated: EvaluatedReport,
): Promise<string> {
  if (file) await requireAcceptable(context, params, body)
  await file?.store()
  const report = { ...params, ...evaluated, payload: body, raw, file }
  const on = { ...params, repo: repoOfReport(body.repo_info) }
  return inUnitOfWorkOn(
    context,
    (org, role) => lockTarget(org, role, on),
    (w, locked) => recordAttestation(w, report, locked),
  )
}

/** Handles reports of a type whose payload alone decides the verdict and the control. */
function reporting<Kind extends keyof typeof verdictOf>(
  kind: Kind,
  controlOf: (payload: PayloadOf<Kind>) => string | null = () => null,
) {
  type Payload = PayloadOf<Kind>
  const verdict: (payload: Payload) => boolean = verdictOf[kind]
  return async (context: OrgContext, reported: Reported<Payload>) => {
    const { body } = reported
    scopesOf(body)
    const evaluated = { type: kind, is_compliant: verdict(body), control: controlOf(body) }
    return accept(context, reported, evaluated)
  }
}

const isNarrowed = (filters: object) =>
  Object.values(filters).some((value) => value != null && !(Array.isArray(value) && !value.length))

const items = ({ links, orgName }: OrgContext, rows: AttestationRow[]): Attestation[] =>
  rows.map((row) => attestationItem(links, orgName, row))

/** Exports all matching attestations, of the organization or of a flow. */
function exportOf(
  context: OrgContext,
  query: QueryOf<Endpoints['exportAttestations']>,
  flow?: string,
) {
  const { format: _, ...filter } = query
  const filters = flow === undefined ? filter : { ...filter, flow_name: [flow] }
  async function* read(asOf: number) {
    const aged = await withAges(context, filters)
    const limits = await evidenceLimits(context.org, context.clock())
    const aging = (one: Attestation): ExportedAttestation => {
      const { is_override, attestation_type, created_at: recorded_at } = one
      const expired = is_override ? null : expiredAge({ attestation_type, recorded_at }, limits)
      return expired ? { ...one, expired } : one
    }
    const found = newToOld<AttestationRow>(asOf, (before, page) =>
      listAttestationRows(context.org, { ...aged, before }, page),
    )
    for await (const rows of found) {
      yield items(context, rows).map(aging)
    }
  }
  const what = { list: 'attestations', columns: attestationColumns, read } as const
  return flow === undefined
    ? exportAnswer(context, { ...what, query: { ...query, archived: context.org.archived } })
    : exportAnswer(context, { ...what, query, flow })
}

/** Statuses that clients do not retry, and that differ from an attestation without evidence. */
const unsound = {
  missing: (sha256: string) =>
    `The evidence file is lost: the attestation has one with SHA-256 ${sha256}, but it is not in the store`,
  damaged: (sha256: string) =>
    `The evidence file is damaged: what is stored no longer has the SHA-256 ${sha256} of what was received`,
}

const removed = (sha256: string, at: number) =>
  `The evidence file was removed on ${new Date(at * 1000).toISOString().slice(0, 10)} by the retention of the organization: the attestation keeps its SHA-256 ${sha256}`

const takeDecision = reporting('system:decision', ({ control }) => control)
const takeSbom = reporting('system:sbom')

export const attestationHandlers = {
  attestGeneric: reporting('generic'),
  attestJunit: reporting('junit'),
  attestSnyk: reporting('snyk'),
  attestPullRequest: reporting('pull_request'),
  attestJira: reporting('jira'),
  attestSonar: reporting('sonar'),
  attestDecision: (context, { body, ...reported }) =>
    body.type_name === 'sbom'
      ? takeSbom(context, { ...reported, body })
      : takeDecision(context, { ...reported, body }),

  async attestCustom(context, reported) {
    const { type_name } = reported.body
    scopesOf(reported.body)
    const evaluated = await evaluateCustomAttestation(context, type_name, reported.raw)
    return accept(context, reported, { type: `custom:${type_name}`, ...evaluated })
  },

  async listAttestationsForCriteria(context, { query }) {
    const { commit_list, attestation_id: _ignored, ...filters } = query
    const rows = await listByCommit(context.org, commit_list, filters)
    return Object.fromEntries(
      commit_list.map((commit) => [
        commit,
        items(
          context,
          rows.filter((row) => row.commit === commit),
        ),
      ]),
    )
  },

  async listAttestations(context, { query }) {
    const { page: _page, per_page: _size, ...filters } = query
    const { record_type, ...others } = filters
    const { org } = context
    // Overrides, and the newest of archived flows, may be far back among all.
    const isFarBack = record_type === 'override' || org.archived === 'only'
    const isOfNewest = query.page === 1 && !isFarBack && !isNarrowed(others)
    const { rows, total } = isOfNewest
      ? await newestAttestations(org, record_type === 'evidence', query)
      : await pageOfAttestations(org, await withAges(context, filters), query)
    return { data: items(context, rows), pagination: pagination(total, query) }
  },

  async listFlowAttestations(context, { params, query }) {
    const { flow_name } = params
    const { page: _page, per_page: _size, ...range } = query
    if (query.page === 1 && !isNarrowed(range)) {
      const rows = await newestOfFlow(context.org, { name: flow_name }, query.per_page)
      let total = rows[0]?.total
      if (total == null) {
        const flow = await findFlowWithTotal(context.org, flow_name)
        requireInView(context, 'Flow', flow_name, flow)
        total = flow.total
      }
      return { data: items(context, rows), pagination: pagination(total, query) }
    }
    await flowOfPath(context, flow_name)
    const filters = { ...range, flow_name: [flow_name] }
    const { rows, total } = await pageOfAttestations(context.org, filters, query)
    return { data: items(context, rows), pagination: pagination(total, query) }
  },

  async exportAttestations(context, { params, query }) {
    const { name } = await flowOfPath(context, params.flow_name)
    return exportOf(context, query, name)
  },

  exportAllAttestations: (context, { query }) => exportOf(context, query),

  async listTrailAttestations(context, { params }) {
    const { trail } = await trailOfPath(context, params)
    return items(context, await listOnTrail(context.org, trail.id, params.attestation_name))
  },

  async listArtifactAttestations(context, { params }) {
    const flow = await flowOfPath(context, params.flow_name)
    const { fingerprint } = await artifactOfPath(context, flow, params.fingerprint)
    return items(
      context,
      await listOnArtifact(context.org, flow.id, fingerprint, params.attestation_name),
    )
  },

  async findPreviousRun(context, { params }) {
    const { trail } = await trailOfPath(context, params)
    const { attestation_id: id } = params
    if (!(await findOnTrail(context.org, trail.id, id))) {
      throw notFound(`Attestation '${id}' does not exist in trail '${trail.name}'`)
    }
    const row = await findEarlierRun(context.org, trail, id)
    return { attestation: row ? attestationItem(context.links, context.orgName, row) : null }
  },

  async downloadEvidence(context, { params }) {
    const { trail } = await trailOfPath(context, params)
    const found = await findOnTrail(context.org, trail.id, params.attestation_id)
    if (!found?.evidence_sha256) throw notFound('Attestation has no evidence')
    const { evidence_sha256: sha256, evidence_name: name, removed_at } = found
    if (removed_at !== null)
      throw new Problem(410, removed(sha256, removed_at), { code: 'evidence_removed' })
    const condition = await context.evidence.check(sha256)
    if (condition !== 'sound') {
      throw new Problem(410, unsound[condition](sha256), { code: `evidence_${condition}` })
    }
    return {
      content: context.evidence.read(sha256),
      name: name ?? 'evidence',
      size: found.evidence_size ?? 0,
      headers: { 'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` },
    }
  },
} satisfies Partial<Handlers>

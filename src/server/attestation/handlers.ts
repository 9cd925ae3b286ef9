import type { CommonPayload } from '#contract/attestation-type/payload.ts'
import type { Attestation } from '#contract/attestation.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { verdictOf } from '#domain/verdict-of-attestation.ts'
import { acceptAttestation, type Report, scopesOf } from '../change/accept-attestation.ts'
import { judgeCustom } from '../change/judge-custom.ts'
import { requireAcceptable } from '../change/require-acceptable.ts'
import { artifactOfPath, flowOfPath, requireActive, trailOfPath } from '../change/path.ts'
import { write } from '../change/write.ts'
import type { ReceivedFile } from '../evidence/store.ts'
import { newToOld } from '../export/batches.ts'
import { exportAnswer } from '../export/export-answer.ts'
import type { Handlers, OrgContext } from '../handler.ts'
import { pagination } from '../page.ts'
import { notFound } from '../problem.ts'
import { attestationColumns } from './export-columns.ts'
import { attestationItem } from './item.ts'
import {
  findFlowWithTotal,
  listAttestationRows,
  listByCommit,
  newestAttestations,
  newestOfFlow,
  pageOfAttestations,
} from './list-queries.ts'
import { type AttestationRow, findOnTrail, listOnArtifact, listOnTrail } from './queries.ts'
import { findEarlierRun } from './run-queries.ts'

interface Reported<Payload> {
  params: { flow_name: string; trail_name: string }
  body: Payload
  raw: string
  file: ReceivedFile | null
}

type PayloadOf<Kind extends keyof typeof verdictOf> = CommonPayload &
  Parameters<(typeof verdictOf)[Kind]>[0]

/** What a report comes to, which depends on its type. */
type Judged = Pick<Report, 'type' | 'is_compliant'> & Partial<Pick<Report, 'control' | 'outcome'>>

/** Accepts a report that is judged already; the rest is the same for every type. */
async function accept<Payload extends CommonPayload>(
  context: OrgContext,
  { params, body, raw, file }: Reported<Payload>,
  judged: Judged,
): Promise<string> {
  if (file) await requireAcceptable(context, params, body)
  await file?.keep()
  const report = { ...params, control: null, outcome: null, ...judged, payload: body, raw, file }
  return write(context, (w) => acceptAttestation(w, report))
}

/** Takes reports of a kind that say by themselves what they come to, and what is decided about. */
function reporting<Kind extends keyof typeof verdictOf>(
  kind: Kind,
  controlOf: (payload: PayloadOf<Kind>) => string | null = () => null,
) {
  type Payload = PayloadOf<Kind>
  const verdict: (payload: Payload) => boolean = verdictOf[kind]
  return async (context: OrgContext, reported: Reported<Payload>) => {
    const { body } = reported
    scopesOf(body)
    const judged = { type: kind, is_compliant: verdict(body), control: controlOf(body) }
    return accept(context, reported, judged)
  }
}

const isNarrowed = (filters: object) =>
  Object.values(filters).some((value) => value != null && !(Array.isArray(value) && !value.length))

const items = ({ links, orgName }: OrgContext, rows: AttestationRow[]): Attestation[] =>
  rows.map((row) => attestationItem(links, orgName, row))

/** All attestations that match, of the organization or of a flow, as a file. */
function exportOf(
  context: OrgContext,
  query: QueryOf<Endpoints['exportAllAttestations']>,
  flow?: string,
) {
  const { format: _, ...asked } = query
  const filters = flow === undefined ? asked : { ...asked, flow_name: [flow] }
  async function* read(asOf: number) {
    const found = newToOld<AttestationRow>(asOf, (before, page) =>
      listAttestationRows(context.org, { ...filters, before }, page),
    )
    for await (const rows of found) yield items(context, rows)
  }
  const what = { list: 'attestations', query, columns: attestationColumns, read } as const
  return exportAnswer(context, flow === undefined ? what : { ...what, flow })
}

export const attestationHandlers = {
  attestGeneric: reporting('generic'),
  attestJunit: reporting('junit'),
  attestSnyk: reporting('snyk'),
  attestPullRequest: reporting('pull_request'),
  attestJira: reporting('jira'),
  attestSonar: reporting('sonar'),
  attestDecision: reporting('system:decision', ({ control }) => control),

  async attestCustom(context, reported) {
    const { type_name } = reported.body
    scopesOf(reported.body)
    const judged = await judgeCustom(context, type_name, reported.raw)
    return accept(context, reported, { type: `custom:${type_name}`, ...judged })
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
    const { rows, total } =
      query.page === 1 && !isNarrowed(filters)
        ? await newestAttestations(context.org, query)
        : await pageOfAttestations(context.org, filters, query)
    return { data: items(context, rows), pagination: pagination(total, query) }
  },

  async listFlowAttestations(context, { params, query }) {
    const { flow_name } = params
    const { page: _page, per_page: _size, ...range } = query
    if (query.page === 1 && !isNarrowed(range)) {
      const [flow, rows] = await Promise.all([
        findFlowWithTotal(context.org, flow_name),
        newestOfFlow(context.org, flow_name, query),
      ])
      requireActive(context, flow_name, flow)
      return { data: items(context, rows), pagination: pagination(flow.total, query) }
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
    return {
      content: context.evidence.read(found.evidence_sha256),
      name: found.evidence_name ?? 'evidence',
      size: found.evidence_size ?? 0,
    }
  },
} satisfies Partial<Handlers>

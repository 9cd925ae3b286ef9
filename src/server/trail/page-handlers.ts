import type { FlipCause, TrailArtifact } from '#contract/trail-page.ts'
import { trailOfPath } from '../change/path.ts'
import type { Handlers } from '../handler.ts'
import { findNeighbour, listFlips, listReportedArtifacts } from './page-queries.ts'

type FlipRow = Awaited<ReturnType<typeof listFlips>>[number]

/** The fields of events that say what caused a flip; each type has some of them. */
interface CausingBody {
  attestation_id?: string
  template_reference_name?: string
  is_compliant?: boolean
  target_artifact?: string
  artifact_name?: string
  artifact_fingerprint?: string
  changes?: string[]
  is_override?: boolean
  end_kind?: string
  ended_by?: string
}

function causeOf({ type, body, ...row }: FlipRow, trail: { created_by: string }): FlipCause | null {
  if (type === null || body === null) return null
  const event = body as CausingBody
  const isAttestation = event.attestation_id !== undefined
  const reportedName = isAttestation ? event.target_artifact : event.template_reference_name
  return {
    type,
    attestation_id: event.attestation_id ?? null,
    attestation_name: (isAttestation && event.template_reference_name) || null,
    is_compliant: event.is_compliant ?? null,
    artifact_name: reportedName || event.artifact_name || null,
    artifact_fingerprint: event.artifact_fingerprint ?? null,
    changes: event.changes ?? [],
    is_override: event.is_override ?? false,
    override_end: event.end_kind ?? null,
    by:
      event.ended_by ??
      row.reported_by ??
      row.created_by ??
      (type === 'trail_reported' ? trail.created_by : null),
    // An override that counts again is named by its end, which is nobody's approval.
    approved_by: event.end_kind === undefined ? row.approved_by : null,
  }
}

export const trailPageHandlers = {
  async listTrailVerdicts(context, { params }) {
    const { trail } = await trailOfPath(context, params)
    const rows = await listFlips(context.org, trail.id)
    return rows.reverse().map((row) => ({
      state: row.state,
      at: row.recorded_at,
      cause: causeOf(row, trail),
    }))
  },

  async listTrailArtifacts(context, { params }) {
    const { trail } = await trailOfPath(context, params)
    const rows = await listReportedArtifacts(context.org, trail.id)
    return rows.map(({ id, git_commit_info, ...row }) => ({
      artifact_id: id,
      git_commit_info: git_commit_info as TrailArtifact['git_commit_info'],
      ...row,
    }))
  },

  async findTrailNeighbours(context, { params, query }) {
    const { trail } = await trailOfPath(context, params)
    const [previous, next] = await Promise.all([
      findNeighbour(context.org, trail, query, 'newer'),
      findNeighbour(context.org, trail, query, 'older'),
    ])
    return { previous: previous ?? null, next: next ?? null }
  },
} satisfies Partial<Handlers>

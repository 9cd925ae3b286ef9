import type {
  Artifact,
  ArtifactOfFlow,
  ArtifactSlot,
  ArtifactSummary,
} from '#contract/artifact/artifact.ts'
import type { AttestationStatus } from '#contract/verdict/compliance-status.ts'
import { historyText } from '#domain/artifact/history-text.ts'
import { decidingSlot, evaluateArtifactSlots } from '#domain/trail/evaluate-trail.ts'
import { addTo, isSameCommit } from '#domain/trail/artifact-evidence.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import {
  type KnownArtifact,
  artifactStatesOf,
  evaluateWithoutTrail,
} from '#server/evaluation/artifact-state.ts'
import { loadTrailFacts } from '#server/evaluation/evaluate-trail.ts'
import { templateDocuments } from '#server/evaluation/trail-queries.ts'
import { freshnessAt } from '#server/organization/settings.ts'
import type { Links } from '#server/platform/links.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { listArtifactEvidenceEvents, listTrailStatuses, trailOfId } from '#server/trail/queries.ts'
import { readStatus } from '#server/trail/read-trail.ts'
import {
  type QualifiersOfArtifact,
  readQualifiersOfArtifacts,
} from '#server/verdict/read-expired.ts'
import { runningHistoriesOf, findRunningEnvironments, findRunningNow } from './find-environments.ts'
import type { ArtifactOfFlow as ArtifactOfFlowRow } from './flow-list-queries.ts'
import type { ListedArtifact } from './list-queries.ts'
import { type ArtifactRow, listReportersOf } from './queries.ts'

function eventText({
  attestation_name: name,
  is_override,
  end_kind,
}: Awaited<ReturnType<typeof listArtifactEvidenceEvents>>[number]): string {
  return historyText({ name, happened: end_kind ?? (is_override ? 'overridden' : 'reported') })
}

/** Loads the histories of artifacts by id, in two queries. */
export async function artifactHistoriesOf(
  org: OrgDatabase,
  artifacts: readonly KnownArtifact[],
): Promise<Map<string, Artifact['history']>> {
  const trailIds = [...new Set(artifacts.flatMap(({ trail_id }) => trail_id ?? []))]
  const fingerprints = artifacts.map((artifact) => artifact.fingerprint)
  const [events, runsOf] = await Promise.all([
    listArtifactEvidenceEvents(org, trailIds),
    runningHistoriesOf(org, fingerprints),
  ])
  const bySubject = new Map<string, typeof events>()
  for (const event of events) {
    addTo(bySubject, `${event.trail_id} ${event.fingerprint ?? `@${event.target_artifact}`}`, event)
  }
  return new Map(
    artifacts.map((artifact) => {
      const { id, trail_id, template_reference_name: name, created_at } = artifact
      const own = bySubject.get(`${trail_id} ${artifact.fingerprint}`) ?? []
      const inAdvance = bySubject.get(`${trail_id} @${name}`) ?? []
      const attested = [
        ...own,
        ...inAdvance.filter((event) => isSameCommit(event.git_commit, artifact.git_commit)),
      ].map((event) => ({ event: eventText(event), timestamp: event.recorded_at }))
      const first = { event: name ? `${name} reported` : 'Artifact created', timestamp: created_at }
      return [
        id,
        [first, ...attested, ...runsOf(artifact.fingerprint)].sort(
          (a, b) => a.timestamp - b.timestamp,
        ),
      ]
    }),
  )
}

/** An artifact as rows hold it, with the overrides that carry its state. */
type NamedArtifact = ArtifactRow & {
  flow_name: string
  trail_name: string | null
  override_ids: readonly string[]
}

/** Serializes what every answer says of an artifact. */
export function artifactSummaryOf(
  row: NamedArtifact,
  state: Artifact['state'],
  qualifiersOf: QualifiersOfArtifact,
): ArtifactSummary {
  return {
    artifact_id: row.id,
    filename: row.filename,
    fingerprint: row.fingerprint,
    flow_name: row.flow_name,
    trail_name: row.trail_name,
    template_reference_name: row.template_reference_name,
    git_commit: row.git_commit,
    git_commit_info: row.git_commit_info as Artifact['git_commit_info'],
    commit_url: row.commit_url,
    build_url: row.build_url,
    state,
    qualifiers: qualifiersOf(row, state),
    created_at: row.created_at,
  }
}

/** Serializes artifacts of one flow: with where they run, and because of which slot they stand so. */
export async function artifactsOfFlow(
  context: OrgContext,
  rows: readonly ArtifactOfFlowRow[],
  summaryOf: (row: ArtifactOfFlowRow, qualifiersOf: QualifiersOfArtifact) => ArtifactSummary,
): Promise<ArtifactOfFlow[]> {
  const { org, clock } = context
  const freshness = await freshnessAt(org, clock())
  const [runningOf, statuses, qualifiersOf] = await Promise.all([
    findRunningNow(
      org,
      rows.map(({ fingerprint }) => fingerprint),
      freshness,
    ),
    listTrailStatuses(
      org,
      rows.flatMap(({ trail_id }) => trail_id ?? []),
    ),
    readQualifiersOfArtifacts(context, rows, freshness),
  ])
  const statusOf = new Map(
    statuses.map(({ trail_id, status }) => [trail_id, readStatus(context, trail_id, status)]),
  )
  return rows.map((row) => {
    const status = statusOf.get(row.trail_id ?? '')
    return {
      ...summaryOf(row, qualifiersOf),
      running_in: runningOf(row.fingerprint),
      because_of: status ? decidingSlot(status, row.id) : null,
    }
  })
}

/** Serializes an artifact. */
function artifactItem(
  links: Links,
  org: string,
  row: NamedArtifact & { flow_archived: boolean },
  known: Pick<Artifact, 'state' | 'history' | 'running' | 'exited'> & {
    qualifiersOf: QualifiersOfArtifact
  },
): Artifact {
  return {
    ...artifactSummaryOf(row, known.state, known.qualifiersOf),
    flow_archived: row.flow_archived,
    html_url: links.artifact(org, row.flow_name, row.fingerprint, row.id),
    running: known.running,
    exited: known.exited,
    history: known.history,
    repo_info: row.repo_info as Artifact['repo_info'],
    external_urls: (row.external_urls ?? {}) as Artifact['external_urls'],
    annotations: (row.annotations ?? {}) as Artifact['annotations'],
  }
}

/** Reads whole artifacts. */
export async function artifactRecords(
  context: Pick<OrgContext, 'org' | 'orgName' | 'links' | 'clock'>,
  rows: ListedArtifact[],
): Promise<Artifact[]> {
  const { org, orgName, links } = context
  const fingerprints = rows.map((row) => row.fingerprint)
  const [states, histories, environmentsOf, qualifiersOf] = await Promise.all([
    artifactStatesOf(org, rows),
    artifactHistoriesOf(org, rows),
    findRunningEnvironments(org, fingerprints),
    readQualifiersOfArtifacts(context, rows),
  ])
  return rows.map((row) =>
    artifactItem(links, orgName, row, {
      state: states.get(row.id) ?? 'INCOMPLETE',
      history: histories.get(row.id) ?? [],
      qualifiersOf,
      ...environmentsOf(row.fingerprint),
    }),
  )
}

type EvaluatedArtifact = Parameters<typeof artifactStatesOf>[1][number]

/** Returns the evidence in a slot: what an override in it overrides, which it never hides. */
const reportIn = (entry: AttestationStatus) =>
  entry.overridden_attestation_id ?? entry.attestation_id

/**
 * Returns every slot that decides the state of one artifact: its own ones, then those of its trail.
 */
export async function artifactSlotsOf(
  org: OrgDatabase,
  artifact: EvaluatedArtifact,
  at: number,
): Promise<ArtifactSlot[]> {
  const { own, ofTrail } = await entriesOfArtifact(org, artifact, at)
  const entries = [...own, ...ofTrail]
  const ids = entries.flatMap((entry) => reportIn(entry) ?? [])
  const reports = new Map((await listReportersOf(org, ids)).map((row) => [row.id, row]))
  const slotOf = (scope: ArtifactSlot['scope']) => (entry: AttestationStatus) => {
    const report = reports.get(reportIn(entry) ?? '')
    return {
      ...entry,
      scope,
      created_at: report?.created_at ?? null,
      reported_by: report?.reported_by ?? null,
    }
  }
  return [...own.map(slotOf('artifact')), ...ofTrail.map(slotOf('trail'))]
}

/** Returns the attestations that decide the state of one artifact, with or without a trail. */
export async function entriesOfArtifact(org: OrgDatabase, artifact: EvaluatedArtifact, at: number) {
  if (artifact.trail_id === null) {
    const templates = await templateDocuments(org, [artifact.flow_template_id])
    const template = templates.get(artifact.flow_template_id)
    return {
      own: template ? evaluateWithoutTrail(template).slots : [],
      ofTrail: [],
    }
  }
  const facts = await loadTrailFacts(org, await trailOfId(org, artifact.trail_id), at)
  return evaluateArtifactSlots(facts).get(artifact.id) ?? { own: [], ofTrail: [] }
}

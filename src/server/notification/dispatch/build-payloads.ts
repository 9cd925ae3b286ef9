import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { environmentFailureReasons } from '#domain/verdict/failure-reasons.ts'
import { qualifiersOfArtifact } from '#domain/verdict/qualifiers.ts'
import type { ArtifactVerdict } from '#domain/verdict/verdict.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { artifactStatesOf } from '#server/evaluation/artifact-state.ts'
import { listProvenance, type ProvenanceRow } from '#server/evaluation/provenance-queries.ts'
import { listVerdictsOf, readVerdicts } from '#server/evaluation/verdict-queries.ts'
import { type Freshness, freshnessAt } from '#server/organization/settings.ts'
import type { OnUnreadable } from '#server/platform/failure-log.ts'
import type { Links } from '#server/platform/links.ts'
import { factsOfEnvironments } from './environment-facts.ts'
import {
  type Payload,
  buildPayload,
  type PayloadProvenance,
  type PayloadVerdict,
} from './payload.ts'
import type { OutboxEvent } from './queries.ts'

/** Number and length in characters of the reasons in a payload. */
const [maxReasons, maxReasonLength] = [3, 300]

const noReasons = { reasons: [], explained: 0 }
const byAllowList = { ...noQualifiers, judged: 1, allow_listed: 1 }
/** Verdict of allowed artifacts, which count as compliant from then on. */
const allowed: PayloadVerdict = {
  compliant: true,
  qualifiers: byAllowList,
  ...noReasons,
}

interface PayloadScope {
  org: OrgDatabase
  orgName: string
  links: Links
  onUnreadable: OnUnreadable
}

/** Fields of an event that a payload needs. */
type DescribedEvent = Omit<OutboxEvent, 'org_id' | 'number' | 'payload' | 'told_at'>

/** Builds the payloads of some events: the event, its reasons, and provenance. */
export async function buildPayloads(
  scope: PayloadScope,
  events: readonly DescribedEvent[],
  now: number,
): Promise<{ id: string; payload: Payload }[]> {
  const fingerprints = [...new Set(events.flatMap(({ fingerprint }) => fingerprint ?? []))]
  const provenance = await provenanceOf(scope, fingerprints)
  const limits = await freshnessAt(scope.org, now)
  const verdicts = await verdictsOf(scope, events, limits)
  const facts = await factsOfEnvironments(scope.org, events, limits)
  return events.map((event) => ({
    id: event.id,
    payload: buildPayload(
      scope,
      { ...event, ...facts.get(event.id) },
      provenance.get(event.fingerprint ?? '') ?? null,
      event.trigger === 'ON_ALLOWED_ARTIFACT' ? allowed : (verdicts.get(event.id) ?? null),
    ),
  }))
}

/** Why artifacts, or environments that became so, do not comply; by event. */
async function verdictsOf(
  { org, orgName, onUnreadable }: PayloadScope,
  events: readonly DescribedEvent[],
  limits: Freshness,
): Promise<Map<string, PayloadVerdict>> {
  const keys = events.flatMap((event) => {
    const { id: key, environment_id, snapshot_index: index, name, fingerprint } = event
    if (index === null || event.snapshot_state === null) return []
    // Stopped artifacts have no verdict any more, and compliant ones have no reasons.
    if (event.trigger === 'ON_EXITED_ARTIFACT' || event.trigger === 'ON_ALLOWED_ARTIFACT') return []
    if (name === null && event.snapshot_state) return []
    return [{ key, environment_id, index, name, fingerprint }]
  })
  if (keys.length === 0) return new Map()
  const rows = await listVerdictsOf(org, keys, maxReasons)
  const failing = rows.filter(({ compliant }) => !compliant)
  const whole = await readVerdicts(
    org,
    failing.map(({ hash }) => hash),
  )
  const verdicts = new Map<string, PayloadVerdict>()
  for (const { key, name, fingerprint, compliant, carriers, hash } of rows) {
    const verdict = whole.get(hash)
    const event = events.find(({ id }) => id === key)
    const isOfArtifact = event !== undefined && event.name !== null
    const own = isOfArtifact && {
      compliant,
      qualifiers: qualifiersOfArtifact(carriers, { ...limits, now: event.recorded_at }),
    }
    const record = { organization: orgName, record: 'verdict', id: hash } as const
    const reasons = verdict
      ? reasonsOf({ ...verdict, name, fingerprint }, (error) => onUnreadable(record, error))
      : []
    const one = verdicts.get(key) ?? { ...noReasons, compliant: null, qualifiers: null, ...own }
    const sentences = isOfArtifact ? reasons : reasons.map((reason) => `${name}: ${reason}`)
    const more = sentences
      .map((text) => text.slice(0, maxReasonLength).toWellFormed())
      .slice(0, maxReasons - one.reasons.length)
    const explained = one.explained + (more.length > 0 ? 1 : 0)
    verdicts.set(key, { ...one, reasons: [...one.reasons, ...more], explained })
  }
  return verdicts
}

/** Reasons of a verdict as sentences; one that cannot be worded does not stop the notification. */
function reasonsOf(verdict: ArtifactVerdict, onError: (error: unknown) => void): string[] {
  try {
    return environmentFailureReasons(verdict)
  } catch (error) {
    onError(error)
    return []
  }
}

/** Provenance of artifacts in the flow that knew them first, by fingerprint. */
async function provenanceOf(
  { org, orgName, links }: PayloadScope,
  fingerprints: readonly string[],
): Promise<Map<string, PayloadProvenance>> {
  if (fingerprints.length === 0) return new Map()
  const rows = await listProvenance(org, fingerprints)
  rows.sort((a, b) => b.first_reported_at - a.first_reported_at)
  const states = await artifactStatesOf(org, rows)
  return new Map(
    rows.map((row: ProvenanceRow) => [
      row.fingerprint,
      {
        flow: row.flow_name,
        status: states.get(row.id)?.toLowerCase() ?? 'unknown',
        commit: row.git_commit,
        commit_url: row.commit_url,
        html_url: links.artifact(orgName, row.flow_name, row.fingerprint, row.id),
        api_url: links.api('artifacts', orgName, [row.flow_name, 'fingerprint', row.fingerprint]),
        build_url: row.build_url,
      },
    ]),
  )
}

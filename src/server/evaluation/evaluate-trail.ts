import { isDeepStrictEqual } from 'node:util'
import type { ComplianceStatus, TrailState } from '#contract/verdict/compliance-status.ts'
import { slotsOfName } from '#domain/trail/artifact-slots.ts'
import { entriesIfStateStays, figuresOf, type TrailFigures } from '#domain/trail/change-of-name.ts'
import {
  type EvaluatedArtifact,
  evaluateArtifactSlots,
  evaluateTrail,
  type TrailFacts,
} from '#domain/trail/evaluate-trail.ts'
import { entriesOf, type ReportedAttestation } from '#domain/trail/attestation-slots.ts'
import { type RecentEntry, withEntries } from '#domain/trail/whole-status.ts'
import { overridesOfSlots } from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { readTrail } from './trail-facts-queries.ts'
import {
  appendTrailEvents,
  artifactsOfTrails,
  artifactStateWrites,
  countArtifacts,
  countTrail,
  currentOfTrails,
  recentEntriesWrite,
  replacedWrites,
  trailStatusWrites,
} from './trail-queries.ts'

/** An event of a trail, in the shape of the API. */
export interface NewTrailEvent {
  type: string
  body: object
}

/** A report that the statements of its event make current: evaluated before they run. */
interface AddedReport {
  /** Keys of its scopes: there it replaces the report of its name. */
  scopes: readonly string[]
  report: Omit<ReportedAttestation, 'target_artifact'>
}

/**
 * Appends at least one event of a trail together with the statements that caused it, and stores the
 * resulting state. The caller holds the trail's lock, so that no evidence is missed.
 * @param added - if given, all that the statements add to the facts, which are then read before
 *   they run: everything is written at once
 */
export async function appendEventsAndReevaluateTrail(
  write: UnitOfWork,
  trail: { id: string; flow_id: string; template_id: string; created_at: number },
  newEvents: readonly NewTrailEvent[],
  writes: readonly Statement[],
  added: AddedReport | null = null,
): Promise<void> {
  const { org, at } = write
  const events = newEvents.map((one) => ({ id: write.newId(), trail_id: trail.id, at, ...one }))
  const first = [...writes, appendTrailEvents(org, events)]
  const single = added && singleOf(added)
  if (!added) await org.executeBatch(first)
  let read = await readTrail(org, trail, single)
  if (single && read.recent) {
    const recent = recentWith(read, read.recent, single.report)
    if (recent) {
      const write = recentEntriesWrite(org, trail.id, { ...recent, evaluated_at: at })
      return org.executeBatch([...first, write])
    }
    read = await readTrail(org, trail)
  }
  const { facts, stored, artifacts } = factsOf(trail, read, at, added)
  const status = evaluateTrail(facts)
  const evaluated = evaluateArtifactSlots(facts)
  const changed = artifacts.flatMap(
    ({ state: before, override_ids: carriedBefore, ...artifact }) => {
      const now = evaluated.get(artifact.id)
      if (!now) return []
      const override_ids = overridesOfSlots([...now.ofTrail, ...now.own])
      const isSame = now.state === before && isDeepStrictEqual(override_ids, carriedBefore)
      return isSame ? [] : [{ ...artifact, state: now.state, override_ids, before }]
    },
  )
  const flips = changed.flatMap(({ state: now, before, ...artifact }) =>
    now === before ? [] : [{ ...artifact, now, before: before ?? undefined }],
  )
  await org.executeBatch([
    ...(added ? first : []),
    ...trailStatusWrites(org, {
      trail,
      status,
      figures: figuresOf(status, facts),
      event: { id: events.at(-1)!.id, at },
      before: stored,
    }),
    ...(stored === status.status
      ? []
      : [countTrail(org, trail, { now: status.status, before: stored }, write.newId)]),
    ...artifactStateWrites(org, changed),
    ...(flips.length > 0 ? [countArtifacts(org, flips, write.newId)] : []),
    ...replacedWrites(org, overridesOfArtifacts(facts.attestations, status, evaluated)),
  ])
}

/**
 * Returns the overrides of artifacts, made on them or in advance, and whether later records count in
 * the place of each: two kinds of scopes may be about the same artifact.
 */
function overridesOfArtifacts(
  attestations: readonly ReportedAttestation[],
  status: ComplianceStatus,
  evaluated: ReadonlyMap<string, EvaluatedArtifact>,
) {
  const entries = [...entriesOf(status), ...[...evaluated.values()].flatMap(({ own }) => own)]
  const counting = new Set(entries.map(({ attestation_id }) => attestation_id))
  return attestations
    .filter((it) => it.is_override && (it.artifact_fingerprint ?? it.target_artifact) !== null)
    .map(({ attestation_id: id }) => ({ id, is_replaced: !counting.has(id) }))
}

/** The name in the template that a scope is about, or null. */
const targetOf = (scope: string) => /^target:([^@]*)@/.exec(scope)?.[1] ?? null

const of = (trailId: string) => (row: { trail_id: string | null }) => row.trail_id === trailId

type Reported = Pick<TrailFacts, 'artifacts' | 'attestations'>

type ReadTrail = Awaited<ReturnType<typeof readTrail>>

/** Returns a report that is on its trail itself or on one artifact; null for one made in advance. */
function singleOf({ scopes: [scope = '', ...others], report }: AddedReport) {
  const { attestation_name: name, artifact_fingerprint: fingerprint } = report
  const isSingle = others.length === 0 && (scope === '' || fingerprint !== null)
  return isSingle ? { name, scope, fingerprint, report } : null
}

/** Returns recent entries with those of a report; null where more changes with it. */
function recentWith(
  { stored, document, current: [replaced], artifacts, depends_on_others, ...figures }: ReadTrail,
  recent: readonly RecentEntry[],
  report: AddedReport['report'],
) {
  const isOnArtifact = report.artifact_fingerprint !== null
  const [artifact = null, another] = artifacts
  if (isOnArtifact && (!artifact || another || depends_on_others)) return null
  const change = entriesIfStateStays(
    { ...(figures as Omit<TrailFigures, 'state'>), state: stored! },
    {
      slots: artifact
        ? slotsOfName(document, artifact.template_reference_name)
        : document.trail.attestations,
      before: replaced && reportOf(replaced),
      after: { ...report, target_artifact: null },
      artifact,
    },
  )
  if (!change) return null
  const of = artifact && { artifact_id: artifact.id }
  return {
    column: isOnArtifact ? ('recent_of_artifacts' as const) : ('recent' as const),
    entries: withEntries(
      recent,
      change.entries.map((entry) => ({ ...of, ...entry })),
    ),
    present_count: figures.present_count! + change.present,
  }
}

/** Loads everything that decides the compliance of a trail by one query. */
export async function loadTrailFacts(
  org: OrgDatabase,
  trail: { id: string; template_id: string },
  at: number,
): Promise<TrailFacts> {
  return factsOf(trail, await readTrail(org, trail), at).facts
}

/** Returns everything that decides the compliance of a trail, its stored state, and its artifacts. */
function factsOf(
  trail: { id: string; template_id: string },
  { document, artifacts, current, stored }: ReadTrail,
  at: number,
  added: AddedReport | null = null,
): {
  facts: TrailFacts
  stored: TrailState | null
  artifacts: Rows<typeof artifactsOfTrails>
} {
  const facts = {
    template: document,
    template_id: trail.template_id,
    ...reportedOn(trail.id, artifacts, current, added),
    evaluated_at: at,
  }
  return { facts, stored, artifacts }
}

/** Loads the reports on some trails, by trail id, by two queries however many trails there are. */
export async function loadReported(
  org: OrgDatabase,
  trailIds: readonly string[],
): Promise<(trailId: string) => Reported> {
  const artifacts = await artifactsOfTrails(org, trailIds).execute()
  const current = await currentOfTrails(org, trailIds).execute()
  return (trailId) => reportedOn(trailId, artifacts, current)
}

type Rows<Query extends (...args: never[]) => { execute(): Promise<unknown> }> = Awaited<
  ReturnType<ReturnType<Query>['execute']>
>

const reportOf = (row: Rows<typeof currentOfTrails>[number]): ReportedAttestation => ({
  attestation_id: row.id,
  attestation_name: row.name,
  attestation_type: row.type,
  is_compliant: row.is_compliant,
  artifact_fingerprint: row.fingerprint,
  target_artifact: targetOf(row.scope),
  git_commit: row.commit_sha,
  overridden_attestation_id: row.overridden_attestation_id,
  is_override: row.is_override,
})

function reportedOn(
  trailId: string,
  artifacts: Rows<typeof artifactsOfTrails>,
  current: Rows<typeof currentOfTrails>,
  added: AddedReport | null = null,
): Reported {
  const isReplaced = ({ name, scope }: { name: string; scope: string }) =>
    name === added?.report.attestation_name && added.scopes.includes(scope)
  return {
    artifacts: artifacts.filter(of(trailId)).map((row) => ({
      artifact_id: row.id,
      fingerprint: row.fingerprint,
      template_reference_name: row.template_reference_name,
      git_commit: row.git_commit,
    })),
    attestations: [
      ...current.filter((row) => of(trailId)(row) && !isReplaced(row)).map(reportOf),
      ...(added?.scopes ?? []).map((scope) => ({
        ...added!.report,
        target_artifact: targetOf(scope),
      })),
    ],
  }
}

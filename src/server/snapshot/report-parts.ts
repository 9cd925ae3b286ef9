import { createHash } from 'node:crypto'
import {
  compareReports,
  type ReportChange,
  type UnchangedArtifact,
} from '#domain/snapshot/compare-reports.ts'
import {
  partOf,
  partsOfReport,
  type ReportedRunning,
  runningKey,
} from '#domain/snapshot/reported-artifacts.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import {
  deleteOtherHashes,
  insertHashes,
  type KnownHashes,
  listHashes,
} from './running-hash-queries.ts'
import { listDetailsInParts, listRunningInParts, type RunningNow } from './running-queries.ts'

/** Hash of a text; 32 hexadecimal digits. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Names, fingerprints and numbers of instances of artifacts; none of them holds U+0000. */
function artifactsText(running: readonly ReportedRunning[]): string {
  let text = ''
  for (const one of running) text += `${one.name}\0${one.fingerprint}\0${one.instance_count}\0`
  return text
}

const detailHashes = new WeakMap<object, string>()

/** Hash of the instances of an artifact; that of the same object is made once. */
function detailHash({ detail }: ReportedRunning): string {
  let hash = detailHashes.get(detail)
  if (hash === undefined) detailHashes.set(detail, (hash = hashOf(JSON.stringify(detail))))
  return hash
}

/** A part of a report with its hashes. */
class HashedPart {
  readonly running: readonly ReportedRunning[]
  readonly artifacts: string
  #details: string | null = null

  constructor(running: readonly ReportedRunning[]) {
    this.running = running
    this.artifacts = hashOf(artifactsText(running))
  }

  /** Hash of its artifacts with all instances. */
  get details(): string {
    const texts = () => [this.artifacts, ...this.running.map(detailHash)].join()
    return (this.#details ??= hashOf(texts()))
  }
}

/** Parts by their first artifact. */
const hashedParts = new WeakMap<ReportedRunning, HashedPart>()

/** Returns a part with its hashes: reports share the objects of what stays, which are hashed once. */
function hashed(running: readonly ReportedRunning[]): HashedPart {
  const [first] = running
  const before = first && hashedParts.get(first)
  const isSame =
    before?.running.length === running.length &&
    running.every((one, place) => one === before.running[place])
  if (before && isSame) return before
  const part = new HashedPart(running)
  if (first) hashedParts.set(first, part)
  return part
}

/** The parts of a report beside those of what is stored: only parts that differ are read. */
export class ReportParts {
  readonly #reported: readonly ReportedRunning[]
  readonly #parts: ReadonlyMap<string, HashedPart>
  readonly #known: KnownHashes

  private constructor(reported: readonly ReportedRunning[], known: KnownHashes) {
    this.#reported = reported
    this.#parts = new Map(
      Array.from(partsOfReport(reported), ([part, running]) => [part, hashed(running)]),
    )
    this.#known = known
  }

  /** Compares a report with what is stored of a locked environment. */
  static async of(
    org: OrgDatabase,
    environmentId: string,
    state: { hashed_at: number | null; last_reported_at: number | null },
    reported: readonly ReportedRunning[],
  ): Promise<ReportParts> {
    return new ReportParts(reported, await listHashes(org, environmentId, state))
  }

  /**
   * Compares the report with what runs. What stays is only told of parts with artifacts or numbers
   * of instances that differ.
   */
  async listChange(org: OrgDatabase, environmentId: string): Promise<ReportChange<RunningNow>> {
    const parts = this.#differing
    return compareReports(await listRunningInParts(org, environmentId, parts), this.#in(parts))
  }

  /** Artifacts that keep running with other instances. */
  async listDifferent(
    org: OrgDatabase,
    environmentId: string,
  ): Promise<UnchangedArtifact<RunningNow>[]> {
    const parts = this.#differingDetails
    const now = new Map(this.#in(parts).map((running) => [runningKey(running), running]))
    const stored = await listDetailsInParts(org, environmentId, parts)
    return stored.flatMap(({ detail, ...before }) => {
      const after = now.get(runningKey(before))
      return after && JSON.stringify(after.detail) !== detail ? [{ before, after }] : []
    })
  }

  /** Parts whose artifacts or numbers of instances differ; null for all of the environment. */
  get #differing(): string[] | null {
    const known = this.#known
    if (!known) return null
    const all = new Set([...known.keys(), ...this.#parts.keys()])
    return [...all].filter(
      (part) => known.get(part)?.artifacts !== this.#parts.get(part)?.artifacts,
    )
  }

  /** Parts in which instances differ; null for all of the environment. */
  get #differingDetails(): string[] | null {
    const known = this.#known
    return (
      known &&
      [...this.#parts].flatMap(([part, { details }]) =>
        known.get(part)?.details === details ? [] : part,
      )
    )
  }

  /** Reported artifacts of some parts, or of all (null), in the order of the report. */
  #in(parts: readonly string[] | null): readonly ReportedRunning[] {
    if (!parts) return this.#reported
    const chosen = new Set(parts)
    return this.#reported.filter(({ fingerprint }) => chosen.has(partOf(fingerprint)))
  }

  /**
   * Returns the statements that store hashes of what is stored from this report on.
   * @param isSnapshot whether the instances are stored as well
   */
  writes(org: OrgDatabase, environment_id: string, isSnapshot: boolean): Statement[] {
    const known = this.#known
    const changed = [...this.#parts].flatMap(([part, now]) => {
      const { artifacts } = now
      const before = known?.get(part)
      const details = isSnapshot ? now.details : (before?.details ?? null)
      const isSame = before?.artifacts === artifacts && before.details === details
      return isSame ? [] : { environment_id, part, artifacts, details }
    })
    const parts = [...this.#parts.keys()]
    const areSomeGone = known === null || [...known.keys()].some((one) => !this.#parts.has(one))
    return [
      ...(areSomeGone ? [deleteOtherHashes(org, environment_id, parts)] : []),
      ...insertHashes(org, changed),
    ]
  }
}

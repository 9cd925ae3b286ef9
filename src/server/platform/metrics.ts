import client from 'prom-client'
import { endpoints } from '#contract/endpoints.ts'
import { type FailureKind, failureKinds } from './failure.ts'
import { version } from './version.ts'

/** Gauges that are measured elsewhere and read on request. */
interface Gauged {
  pool: { totalCount: number; idleCount: number; waitingCount: number; options: { max: number } }
  /** Number of unsealed audit entries, of all organizations. */
  pendingRecords(): Promise<number>
  /** Age of the oldest of them in seconds; 0 without one. */
  pendingAge(): Promise<number>
  /** Age of the oldest sealed audit entry that the collector lacks, in seconds; null without a collector. */
  auditPushLag(): Promise<number> | null
  /** Messages of notifications that wait to be sent, of all organizations. */
  waitingDeliveries(): Promise<number>
  /** Open streams of events. */
  openStreams(): number
  /** Bytes of evidence, of all organizations. */
  usedBytes(): Promise<number>
  /** Bytes that the file system of evidence has left. */
  freeBytes(): Promise<number>
  /** Number of the newest migration of the database. */
  schemaVersion(): Promise<number>
  /** When background work last finished a round, Unix seconds; null before the first one. */
  lastRoundAt(): number | null
}

/** Labels name the endpoint and its result: never an organization, a user or a name. */
const labels = ['endpoint', 'method', 'status'] as const
const limitedBy = ['sign_in', 'key', 'organization'] as const
/** Ways to sign in to the dashboard: an API key and a link come by one endpoint. */
const signInWays = ['key_or_link', 'single_sign_on'] as const
/** Endpoints that receive attestations. */
const reporting = new Set(
  Object.entries(endpoints)
    .filter(([, { method, path }]) => method === 'POST' && path.startsWith('/attestations/'))
    .map(([name]) => name),
)

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Metrics of this process in the format of Prometheus. */
export class Metrics {
  readonly #registry = new client.Registry()
  readonly #duration: client.Histogram<(typeof labels)[number]>
  readonly #accepted: client.Counter
  readonly #failures: client.Counter<'kind'>
  readonly #limited: client.Counter<'by'>
  readonly #backgroundErrors: client.Counter
  readonly #refusedSignIns: client.Counter<'way'>
  readonly #failedDeliveries: client.Counter
  readonly #databaseWait: client.Histogram
  readonly #refusedEvidence: client.Counter
  readonly #collectedEvidence: client.Counter
  readonly #unsoundEvidence: client.Counter<'condition'>
  #inFlight = 0
  #isWatching = false

  constructor(gauged: Gauged) {
    const { pool } = gauged
    const registers = [this.#registry]
    this.#duration = new client.Histogram({
      name: 'cairn_request_duration_seconds',
      help: 'Time to answer, by endpoint, method and status class',
      labelNames: labels,
      buckets,
      registers,
    })
    this.#accepted = new client.Counter({
      name: 'cairn_attestations_accepted_total',
      help: 'Attestations that this process stored',
      registers,
    })
    this.#failures = new client.Counter({
      name: 'cairn_failures_total',
      help: 'Calls and background work that the database or the storage of files failed',
      labelNames: ['kind'],
      registers,
    })
    for (const kind of failureKinds) this.#failures.inc({ kind: snake(kind) }, 0)
    this.#backgroundErrors = new client.Counter({
      name: 'cairn_background_errors_total',
      help: 'Pieces of background work that failed; they are tried again',
      registers,
    })
    this.#unsoundEvidence = new client.Counter({
      name: 'cairn_evidence_unsound_total',
      help: 'Reads of evidence files that were missing or damaged',
      labelNames: ['condition'],
      registers,
    })
    this.#refusedEvidence = new client.Counter({
      name: 'cairn_evidence_refused_total',
      help: 'Evidence files refused because their organization has no space left',
      registers,
    })
    this.#collectedEvidence = new client.Counter({
      name: 'cairn_evidence_collected_total',
      help: 'Evidence files removed because no row names them',
      registers,
    })
    this.#limited = new client.Counter({
      name: 'cairn_calls_limited_total',
      help: 'Calls refused because an address, a key or an organization made too many',
      labelNames: ['by'],
      registers,
    })
    for (const by of limitedBy) this.#limited.inc({ by }, 0)
    this.#refusedSignIns = new client.Counter({
      name: 'cairn_sign_ins_refused_total',
      help: 'Sign-ins to the dashboard that were refused',
      labelNames: ['way'],
      registers,
    })
    for (const way of signInWays) this.#refusedSignIns.inc({ way }, 0)
    this.#failedDeliveries = new client.Counter({
      name: 'cairn_deliveries_failed_total',
      help: 'Attempts to send a message of a notification that failed; most are repeated',
      registers,
    })
    this.#databaseWait = new client.Histogram({
      name: 'cairn_database_wait_seconds',
      help: 'Time that work for an organization waited for a connection to the database',
      buckets,
      registers,
    })
    const build = new client.Gauge({
      name: 'cairn_build_info',
      help: 'Always 1; its labels say which version runs',
      labelNames: ['version', 'node'],
      registers,
    })
    build.set({ version, node: process.versions.node }, 1)
    const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
      new client.Gauge({
        name,
        help,
        registers,
        async collect() {
          // Unknown is not zero.
          this.set(await Promise.resolve(read()).catch(() => Number.NaN))
        },
      })
    gauge(
      'cairn_requests_in_flight',
      'Requests under way, open event streams too',
      () => this.#inFlight,
    )
    gauge('cairn_database_connections', 'Open connections of the pool', () => pool.totalCount)
    gauge('cairn_database_connections_idle', 'Those that do nothing', () => pool.idleCount)
    gauge('cairn_database_waiting', 'Queries that wait for a connection', () => pool.waitingCount)
    gauge('cairn_database_connections_max', 'Size of the pool', () => pool.options.max)
    gauge('cairn_records_unsealed', 'Audit entries that wait for their seal', () =>
      gauged.pendingRecords(),
    )
    gauge('cairn_records_unsealed_age_seconds', 'Age of the oldest of them', () =>
      gauged.pendingAge(),
    )
    gauge(
      'cairn_audit_push_lag_seconds',
      'Age of the oldest sealed audit entry that the collector lacks; NaN without a collector',
      () => gauged.auditPushLag() ?? Number.NaN,
    )
    gauge('cairn_deliveries_waiting', 'Messages of notifications that wait to be sent', () =>
      gauged.waitingDeliveries(),
    )
    gauge('cairn_schema_version', 'Number of the newest migration of the database', () =>
      gauged.schemaVersion(),
    )
    gauge('cairn_event_streams_open', 'Open streams of events', () => gauged.openStreams())
    gauge(
      'cairn_evidence_bytes',
      'Bytes of evidence that organizations have, equal files of one counted once',
      () => gauged.usedBytes(),
    )
    gauge('cairn_evidence_free_bytes', 'Bytes that the file system of evidence has left', () =>
      gauged.freeBytes(),
    )
    gauge(
      'cairn_background_round_timestamp_seconds',
      'When background work last finished a round; NaN where this process does none',
      () => gauged.lastRoundAt() ?? Number.NaN,
    )
  }

  readonly contentType = client.Registry.PROMETHEUS_CONTENT_TYPE

  /** Counts a request in progress. */
  begin(): void {
    this.#inFlight += 1
  }

  /** Counts the end of a request: answered, or its client went away. */
  end(): void {
    this.#inFlight -= 1
  }

  /** Records an answer; `seconds` is how long it took. */
  answered(endpoint: string, method: string, status: number, seconds: number): void {
    const statusClass = `${Math.floor(status / 100)}xx`
    this.#duration.observe({ endpoint, method, status: statusClass }, seconds)
    if (status === 201 && reporting.has(endpoint)) this.#accepted.inc()
  }

  /** Counts a failure of the database, the storage or background work. */
  failed(kind: FailureKind | 'background'): void {
    if (kind === 'background') this.#backgroundErrors.inc()
    else this.#failures.inc({ kind: snake(kind) })
  }

  /** Counts a call that was refused because there were too many. */
  limited(by: (typeof limitedBy)[number]): void {
    this.#limited.inc({ by })
  }

  /** Counts a sign-in that was refused, whatever was wrong with it. */
  signInRefused(way: (typeof signInWays)[number]): void {
    this.#refusedSignIns.inc({ way })
  }

  /** Counts an attempt to send a message that failed. */
  deliveryFailed(): void {
    this.#failedDeliveries.inc()
  }

  /** Records how long work waited for a connection to the database. */
  databaseWaited(seconds: number): void {
    this.#databaseWait.observe(seconds)
  }

  /** Counts an evidence file that was refused because its organization has no space left. */
  evidenceRefused(): void {
    this.#refusedEvidence.inc()
  }

  /** Counts evidence files that were removed because no row names them. */
  evidenceCollected(files: number): void {
    this.#collectedEvidence.inc(files)
  }

  /** Counts a request for an evidence file that is lost or changed. */
  evidenceUnsound(condition: 'missing' | 'damaged'): void {
    this.#unsoundEvidence.inc({ condition })
  }

  /**
   * Returns all current figures. The process and its event loop are measured from the first call
   * on.
   */
  text(): Promise<string> {
    if (!this.#isWatching) client.collectDefaultMetrics({ register: this.#registry })
    this.#isWatching = true
    return this.#registry.metrics()
  }
}

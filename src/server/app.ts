import type { FastifyInstance } from 'fastify'
import { recordRefusal } from './audit-log/record-refusals.ts'
import { sealedChannel } from './audit-log/seal.ts'
import { AuditPush } from './audit-push/audit-push.ts'
import { backgroundJobs, hourlyWork, roundGap } from './background-jobs.ts'
import { Databases } from './database/databases.ts'
import { isDistributed } from './database/distribute-tables.ts'
import { listen } from './database/listen.ts'
import type { OpenDatabase } from './database/open.ts'
import { isToNodes, openKysely, openPool, requestLimits } from './database/pool.ts'
import { accessChannel, AccessChanges } from './database/system/access-cache.ts'
import { AuditPushPositions } from './database/system/audit-push-positions.ts'
import { CallCounts } from './database/system/call-counts.ts'
import { BackgroundWork } from './database/system/background-work.ts'
import type { StreamCaller } from './database/system/find-callers.ts'
import { Instance } from './database/system/instance.ts'
import { cairnItself } from './database/system/operator.ts'
import { endSessionsOfKeys } from './database/system/revocation.ts'
import { ScimDirectory } from './database/system/scim-directory.ts'
import { EvidenceUsage } from './database/system/evidence-usage.ts'
import { ProviderSessions } from './database/system/provider-sessions.ts'
import { SecretCanary } from './database/system/secret-canary.ts'
import { SystemDatabase } from './database/system/system-database.ts'
import { HttpClient, type Resolve } from './egress/http-client.ts'
import { handlers } from './handlers.ts'
import { Readiness } from './http/readiness.ts'
import type { ReservedPort } from './http/reserve-port.ts'
import { createServer } from './http/server.ts'
import { answerOnce } from './idempotency/answer-once.ts'
import { BackgroundWorker } from './jobs/background-worker.ts'
import { forEachIsolated, repeat } from './jobs/background-loop.ts'
import { type FeedPauses, LiveUpdateFeed } from './live-updates/feed.ts'
import { DeliveryWorker } from './notification/delivery/delivery-worker.ts'
import { makeSenders } from './notification/delivery/senders/index.ts'
import { TestLimit } from './notification/preview/test-limit.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { hashSecret } from './platform/credentials.ts'
import { IdentityProvider } from './platform/identity-provider.ts'
import { evidenceStoreAt } from './platform/choose-evidence-store.ts'
import { askDatabaseMs, FailureLog, type OnUnreadable } from './platform/failure-log.ts'
import { createIdGenerator } from './platform/ids.ts'
import { Links } from './platform/links.ts'
import { Metrics } from './platform/metrics.ts'
import { Secrets } from './platform/secrets.ts'
import { EvidenceSpace } from './request/evidence-space.ts'
import type { Context } from './request/handler.ts'
import { removeExpiredEvidence } from './retention/remove-evidence.ts'
import { openOwnStore } from './own-store.ts'
import { requireSameKey } from './same-key.ts'
import { provisioning } from './scim/scim.ts'
import { checkSessions } from './session/check-sessions.ts'
import { singleSignOn } from './session/oidc-sign-in.ts'
import { Sandbox } from './sandbox/sandbox.ts'
import { OrphanCollector } from '#server/verification/collect-orphans.ts'

const hourMs = 3_600_000
/** Milliseconds between storing counts of key uses. */
const saveKeyUsesMs = 3000
/** Milliseconds between exchanges of counts for limits with other processes. */
const exchangeCountsMs = 1000

/** A service, ready to listen or to be injected requests. */
export interface App {
  server: FastifyInstance
  /** Finishes work in progress, then closes the database. */
  close(): Promise<void>
}

export interface AppOptions {
  config: Config
  database: Pick<OpenDatabase, 'connection' | 'direct'>
  clock?: Clock
  /** Whether this process works in the background, too, as its role says. Default: yes. */
  background?: boolean
  /** Whether it hears what others change, which remembering callers rests on. Default: `background`. */
  listens?: boolean
  /** Resolves hosts of webhooks. Default: by DNS. */
  resolve?: Resolve
  /** Folder of the built dashboard; null serves the API alone. */
  webDir: string | null
  /** The port that it listens on, if any. */
  port?: ReservedPort
  /** A port of its own for `/metrics`, if any. */
  metricsPort?: ReservedPort | null
  /** Pauses of open streams of events; by default the service's own. */
  feedPauses?: FeedPauses
  /** Milliseconds between looks for sessions to ask the identity provider about; default 5000. */
  checkSessionsMs?: number
  /** For how many seconds a caller's access is remembered while nothing changes it; default 5. */
  rememberAccessFor?: number
  /** Sandbox of users' programs, if several services share one; by default its own. */
  sandbox?: Sandbox
}

/** Composes the service; used by main and by tests. The schema must be up to date. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, webDir, clock = systemClock, background = true } = options
  let server: FastifyInstance | null = null
  const failures = new FailureLog(
    () => server?.log,
    (kind) => metrics.failed(kind),
  )
  const onError = (error: unknown) => failures.ofBackground(error)
  const onUnreadable: OnUnreadable = (record, error) => failures.ofRecord(record, error)
  const pool = openPool(database.connection, {
    prepared: config.preparedStatements,
    throughPooler: !config.preparedStatements || config.databaseDirectUrl !== null,
    max: config.databasePoolSize,
    limits: requestLimits,
    onError,
  })
  const accessChanges = new AccessChanges(options.rememberAccessFor)
  pool.on('connect', (client) => client.on('notice', (notice) => accessChanges.onNotice(notice)))
  const databases = new Databases(pool, {
    onWaited: (seconds) => metrics.databaseWaited(seconds),
    isDistributed: await isDistributed(openKysely(pool)),
  })
  const systemDatabase = new SystemDatabase(databases, config.signIn.sessions, accessChanges)
  const atWork = new BackgroundWork(databases.system)
  const ageOf = async (at: Promise<number | null>) => Math.max(0, clock() - ((await at) ?? clock()))
  const positions = new AuditPushPositions(databases.system)
  const usage = new EvidenceUsage(databases.system)
  const instance = new Instance(databases.system)
  const metrics = new Metrics({
    pool,
    pendingRecords: () => systemDatabase.countUnsealed(),
    pendingAge: () => ageOf(systemDatabase.oldestUnsealed()),
    auditPushLag: () => config.auditPush && ageOf(positions.oldestWaiting()),
    waitingDeliveries: () => systemDatabase.countWaitingDeliveries(),
    openStreams: () => feed.size,
    schemaVersion: () => instance.schemaVersion(),
    usedBytes: () => usage.total(),
    freeBytes: async () => (await evidence.freeBytes()) ?? Number.NaN,
    lastRoundAt: () => lastRoundAt,
  })
  const evidence = await evidenceStoreAt(config.evidence, (sha256, condition) => {
    server?.log.error({ sha256, condition }, 'an evidence file is missing or damaged')
    metrics.evidenceUnsound(condition)
  })
  const findAllowed = (callers: readonly StreamCaller[]) =>
    systemDatabase.findAllowed(callers, clock())
  const feed = new LiveUpdateFeed({ findAllowed, onError, pauses: options.feedPauses })
  const newId = createIdGenerator(clock)
  const links = new Links(config.baseUrl)
  const secrets = await Secrets.open(config.dataDir, config)
  const servesRequests = config.role !== 'worker'
  await requireSameKey(new SecretCanary(databases.system), secrets)
  // A worker touches no evidence.
  if (servesRequests) await openOwnStore(instance, evidence)
  if (config.signIn.ways === 'oidc') await systemDatabase.write({ clock, newId }, endSessionsOfKeys)
  const httpClient = new HttpClient(config.webhookAllow, options.resolve)
  const senders = makeSenders(httpClient, config.mail)
  const deliveryWorker = new DeliveryWorker({
    find: () => atWork.withUnsent(),
    senders,
    secrets,
    clock,
    onFailed: () => metrics.deliveryFailed(),
    onError,
  })
  const auditPush =
    config.auditPush &&
    new AuditPush({
      positions,
      // The address is the operator's: it may be private.
      httpClient: new HttpClient(['0.0.0.0/0', '::/0'], options.resolve),
      collector: config.auditPush,
      clock,
      onError,
    })
  const jobs = backgroundJobs({
    systemDatabase,
    clock,
    links,
    newId,
    onUnreadable,
    work: atWork,
    onDeliveries: () => deliveryWorker.wake(),
  })
  let lastRoundAt: number | null = null
  const onSuccess = () => {
    lastRoundAt = clock()
    failures.databaseAnswered()
  }
  const worker = new BackgroundWorker(jobs, { clock, onError, onSuccess, gap: roundGap })
  const runsBackground = background && config.role !== 'web'
  const listener =
    (options.listens ?? background) && servesRequests
      ? await listen(database.direct, {
          channels: {
            [sealedChannel]: (orgId) => feed.wake(orgId),
            [accessChannel]: (transaction) => accessChanges.onCommitted(transaction),
          },
          onListening: (it) => accessChanges.setListening(it && !isToNodes(databases.system)),
        })
      : null
  const calls = new CallCounts()
  const { sandbox = new Sandbox() } = options
  const evidenceSpace = new EvidenceSpace({
    evidence,
    usage,
    limit: config.maxEvidenceBytes,
    newId,
    clock,
    onRefused: () => metrics.evidenceRefused(),
    onError,
  })
  const context: Context = {
    ...{ systemDatabase, clock, newId, onFollowUpFailure: onError, onUnreadable },
    evidence,
    evidenceSpace,
    feed,
    sandbox,
    secrets,
    httpClient,
    links,
    senders,
    testLimit: new TestLimit(),
    signInWays: config.signIn.ways,
    identityProvider: config.signIn.oidc && new IdentityProvider(config.signIn.oidc, links.base),
  }
  const directory = new ScimDirectory(databases.system, config.signIn.oidc, { clock, newId })
  server = await createServer({
    context,
    handlers,
    answerOnce,
    singleSignOn: singleSignOn(context),
    scim: provisioning(config.signIn.scimToken, directory, links.base),
    checkAnswers: config.checkAnswers,
    logLevel: config.logLevel,
    webDir,
    readiness: new Readiness({
      'Not ready: the database does not answer': () => systemDatabase.ping(),
      ...(servesRequests && { 'Not ready: evidence cannot be stored': () => evidence.probe() }),
    }),
    port: options.port,
    metricsPort: options.metricsPort,
    servesApi: servesRequests,
    calls: { count: (key, now) => calls.count(key, now), clock, limits: config.callLimits },
    metrics,
    onError: (error) => failures.ofRequest(error),
    metricsToken: config.metricsToken === null ? null : hashSecret(config.metricsToken),
    trustedProxies: config.trustedProxies,
    onWrite: () => runsBackground && worker.wake(),
    onRefused: (request) => recordRefusal(context, request),
  })
  server.addHook('preClose', async () => feed.close())
  if (runsBackground) for (const one of [worker, deliveryWorker, auditPush]) one?.wake()
  // A worker's store was not compared with the database: it removes nothing there.
  const collector =
    background && servesRequests
      ? new OrphanCollector({
          connection: database.direct,
          instance,
          evidence,
          expire: async () =>
            forEachIsolated(await atWork.withSettings('retention'), (org) =>
              removeExpiredEvidence(org, { at: clock(), newId }),
            ),
          author: () => ({ at: clock(), newId, actor: cairnItself }),
          onCollected: (files) => metrics.evidenceCollected(files),
        })
      : null
  const collecting = collector && repeat(hourMs, () => collector.collectDaily(), onError)
  const hourlyDependencies = { usage, systemDatabase, calls, database: databases.system, clock }
  const tidying = runsBackground
    ? repeat(hourMs, () => hourlyWork(hourlyDependencies), onError)
    : null
  const { identityProvider: provider } = context
  const sessions = new ProviderSessions(databases.system)
  const onUnavailable = ({ message: reason }: Error) =>
    server?.log.warn({ reason }, 'a session was not checked, and goes on')
  const checking =
    runsBackground && provider
      ? repeat(
          options.checkSessionsMs ?? 5000,
          () => checkSessions({ context, provider, sessions, onUnavailable }),
          onError,
        )
      : null
  const limiting = repeat(exchangeCountsMs, () => calls.save(databases.system), onError)
  const asking = repeat(askDatabaseMs, () => failures.askDatabase(systemDatabase), onError)
  const counting = repeat(saveKeyUsesMs, () => systemDatabase.saveKeyUses(), onError)
  return {
    server,
    async close() {
      // Requests in progress need everything closed below.
      await Promise.all([server.close(), options.port?.close(), options.metricsPort?.close()])
      await sandbox.close()
      for (const loop of [checking, limiting, asking, counting]) await loop?.stop()
      await systemDatabase.saveKeyUses().catch(onError)
      for (const loop of [collecting, tidying, worker, deliveryWorker, auditPush])
        await loop?.stop()
      await listener?.close()
      await pool.end()
    },
  }
}

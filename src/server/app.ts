import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import { messagesKeptDays } from '#contract/delivery-retention.ts'
import { daySeconds } from '#domain/day-counts.ts'
import { foldArtifactCounts } from './artifact/tally-queries.ts'
import { foldAttestationCounts } from './attestation/tally-queries.ts'
import { Background } from './background.ts'
import { drainDirty } from './change/drain-dirty.ts'
import { endAllowances } from './change/end-allowances.ts'
import { tellTargets } from './change/tell-targets.ts'
import { recordCounted, recordRefusal } from './change/record-refusal.ts'
import { expireOverrides } from './change/expire-overrides.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { AcrossOrganizations, type WaitingTable } from './database/across-organizations/access.ts'
import { listen } from './database/listen.ts'
import type { OpenDatabase } from './database/open.ts'
import type { OrgDatabase } from './database/org-database.ts'
import { openKysely, openPool } from './database/pool.ts'
import { EvidenceStore } from './evidence/store.ts'
import type { Context } from './handler.ts'
import { handlers } from './handlers.ts'
import { createServer } from './http/server.ts'
import { answerOnce, keptFor } from './idempotency/answer-once.ts'
import { idSource } from './id.ts'
import { Links } from './links.ts'
import { Metrics } from './metrics.ts'
import { repeat } from './repeat.ts'
import { ChangeFeed } from './record/feed.ts'
import { sealedChannel, sealPending } from './record/seal.ts'
import { forgetMessages } from './notification/forget-queries.ts'
import { Courier } from './notification/courier.ts'
import { makeSenders } from './notification/targets/index.ts'
import { Outgoing, type Resolve } from './outgoing/outgoing.ts'
import { Sandbox } from './sandbox/sandbox.ts'
import { Secrets } from './secrets.ts'
import { foldTrailCounts } from './trail/tally-queries.ts'

const hourly = 3_600_000
const messagesKept = messagesKeptDays * daySeconds
/** Milliseconds between storing how often keys were used. */
const countingEvery = 3000

/** A service, ready to listen or to be injected requests. */
export interface App {
  server: FastifyInstance
  /** Finishes what is under way, then lets go of the database. */
  close(): Promise<void>
}

export interface AppOptions {
  config: Config
  database: Pick<OpenDatabase, 'connection' | 'direct'>
  clock?: Clock
  /** Whether this process does background work too: sealing, counting, and hearing of others. Default: yes. */
  background?: boolean
  /** How hosts of webhooks are found. Default: by the name service. */
  resolve?: Resolve
  /** Folder of the built dashboard; null serves the API alone. */
  webDir: string | null
  /** Where programs of users run, where several services share that; one of its own else. */
  sandbox?: Sandbox
}

/** Puts the service together; used by main and by tests. The schema must be up to date. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, webDir, clock = systemClock, background = true } = options
  let server: FastifyInstance | null = null
  const onError = (error: unknown) => server?.log.error({ err: error }, 'background work failed')
  const pool = openPool(database.connection, { prepared: config.preparedStatements, onError })
  const across = new AcrossOrganizations(openKysely(pool))
  const evidence = new EvidenceStore(join(config.dataDir, 'evidence'))
  await evidence.open()
  const feed = new ChangeFeed()
  const waitingIn = (table: WaitingTable) => () => across.databasesWaitingIn(table)
  const newId = idSource(clock)
  const drain = (org: OrgDatabase) => drainDirty({ org, newId })
  const links = new Links(config.baseUrl)
  const secrets = await Secrets.open(config.dataDir, config.secret)
  const outgoing = new Outgoing(config.webhookAllow, options.resolve)
  const senders = makeSenders(outgoing, config.mail)
  const courier = new Courier({
    find: () => across.databasesDelivering(),
    senders,
    secrets,
    clock,
    onError,
  })
  const nameOf = (id: string) => across.organizationName(id)
  const tell = async (org: OrgDatabase) => {
    const told = await tellTargets({ org, newId, links, nameOf }, clock())
    if (told > 0) courier.nudge()
    return told
  }
  const worker = new Background(
    [
      { find: waitingIn('refusal'), work: recordCounted({ clock, newId }) },
      { find: waitingIn('record_pending'), work: sealPending },
      { find: waitingIn('artifact_delta'), work: foldArtifactCounts },
      { find: waitingIn('attestation_delta'), work: foldAttestationCounts },
      { find: waitingIn('trail_delta'), work: foldTrailCounts },
      { find: waitingIn('dirty'), work: drain },
      { find: waitingIn('dirty_environment'), work: drain },
      {
        find: () => across.databasesExpiring(clock()),
        work: async (org) =>
          (await endAllowances({ org, newId }, clock())) +
          (await expireOverrides({ org, newId }, clock())),
      },
      { find: () => across.databasesTelling(clock()), work: tell },
      {
        find: () => across.databasesRemembering(clock() - messagesKept),
        work: (org) => forgetMessages(org, clock() - messagesKept),
      },
    ],
    onError,
  )
  const listener = background
    ? await listen(database.direct, sealedChannel, (orgId) => feed.wake(orgId))
    : null
  const { sandbox = new Sandbox() } = options
  const own = { evidence, feed, sandbox, secrets, outgoing, links, senders }
  const context: Context = { across, clock, newId, ...own }
  server = await createServer({
    context,
    handlers,
    answerOnce,
    checkAnswers: config.checkAnswers,
    logLevel: config.logLevel,
    webDir,
    ping: () => across.ping(),
    metrics: new Metrics({ pool, pendingRecords: () => across.countUnsealed() }),
    onWrite: () => background && worker.nudge(),
    onRefused: (request) => recordRefusal(context, request),
  })
  server.addHook('preClose', async () => feed.close())
  if (background) worker.start()
  if (background) courier.nudge()
  const forget = () => across.forgetKeys(clock() - keptFor)
  const forgetting = background ? repeat(hourly, forget, onError) : null
  const counting = repeat(countingEvery, () => across.saveKeyUses(), onError)
  return {
    server,
    async close() {
      await server.close()
      await sandbox.close()
      await counting.stop()
      await across.saveKeyUses().catch(onError)
      await forgetting?.stop()
      await worker.stop()
      await courier.stop()
      await listener?.close()
      await pool.end()
    },
  }
}

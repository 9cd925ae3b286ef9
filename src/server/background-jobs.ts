import { messageRetentionDays } from '#contract/notification/delivery.ts'
import { daySeconds } from '#domain/common/days.ts'
import { expireAllowances } from './allow-list/expire-allowances.ts'
import { foldArtifactCounts } from './artifact/queries.ts'
import { foldAttestationCounts } from './attestation/count-queries.ts'
import { flushRefusalCounts } from './audit-log/record-refusals.ts'
import { sealAuditEntries } from './audit-log/seal.ts'
import type { Databases } from './database/databases.ts'
import type { OrgDatabase } from './database/org-database.ts'
import type { BackgroundWork, QueueTable } from './database/system/background-work.ts'
import type { CallCounts } from './database/system/call-counts.ts'
import type { EvidenceUsage } from './database/system/evidence-usage.ts'
import { gatherMissingStatistics } from './database/system/gather-statistics.ts'
import { processReevaluationQueue } from './evaluation/queue.ts'
import { retentionSeconds } from './idempotency/answer-once.ts'
import type { BackgroundJob } from './jobs/background-worker.ts'
import { failUnreachable, forgetMessages } from './notification/delivery/log-queries.ts'
import { dispatchNotifications } from './notification/dispatch/dispatch-notifications.ts'
import { expireOverrides } from './override/expire-overrides.ts'
import type { Context } from './request/handler.ts'
import { foldTrailCounts } from './trail/queries.ts'

/** Milliseconds between two rounds of the jobs at least: one serves all writes of that time. */
export const roundGap = 250
const messageRetention = messageRetentionDays * daySeconds
/** Seconds between searches for what expires: no write makes it due. */
const expiryPause = 0.5
const retentionPause = 3600
/** Seconds between searches for messages that were made while their target was disabled. */
const unreachablePause = 10

/** Dependencies of the background jobs of a service. */
interface Dependencies extends Pick<
  Context,
  'systemDatabase' | 'clock' | 'links' | 'newId' | 'onUnreadable'
> {
  work: BackgroundWork
  /** Called when messages wait to be sent. */
  onDeliveries(): void
}

/** Returns what a service does by itself, in the order in which one leads to the next. */
export function backgroundJobs(dependencies: Dependencies): BackgroundJob[] {
  const { systemDatabase, clock, links, newId, onUnreadable, work, onDeliveries } = dependencies
  const waitingIn = (table: QueueTable) => () => work.withRowsIn(table)
  const processQueue = (org: OrgDatabase) => processReevaluationQueue({ org, newId })
  const nameOf = (id: string) => systemDatabase.organizationName(id)
  return [
    {
      name: 'count refusals',
      find: waitingIn('refusal'),
      work: flushRefusalCounts({ clock, newId }),
    },
    { name: 'seal audit entries', find: waitingIn('record_pending'), work: sealAuditEntries },
    { name: 'count artifacts', find: waitingIn('artifact_delta'), work: foldArtifactCounts },
    {
      name: 'count attestations',
      find: waitingIn('attestation_delta'),
      work: foldAttestationCounts,
    },
    { name: 'count trails', find: waitingIn('trail_delta'), work: foldTrailCounts },
    { name: 'fan out', find: waitingIn('reevaluation_queue'), work: processQueue },
    { name: 'evaluate environments', find: waitingIn('environment_queue'), work: processQueue },
    {
      name: 'expire overrides and allowances',
      pause: expiryPause,
      find: () => work.withExpiring(clock()),
      work: async (org) =>
        (await expireAllowances({ org, newId }, clock())) +
        (await expireOverrides({ org, newId }, clock())),
    },
    {
      name: 'dispatch notifications',
      find: () => work.withUndispatched(clock()),
      work: async (org) => {
        const scope = { org, newId, links, nameOf, onUnreadable }
        const made = await dispatchNotifications(scope, clock())
        if (made > 0) onDeliveries()
        return made
      },
    },
    {
      name: 'purge organization',
      pause: retentionPause,
      find: () => work.withPurgeDue(clock()),
      work: ({ orgId }) => work.purge(orgId, { at: clock(), newId }),
    },
    {
      name: 'give up unreachable messages',
      pause: unreachablePause,
      find: () => work.withUnreachable(),
      work: failUnreachable,
    },
    {
      name: 'forget messages',
      pause: retentionPause,
      find: () => work.withMessagesOlderThan(clock() - messageRetention),
      work: (org) => forgetMessages(org, clock() - messageRetention),
    },
  ]
}

/** Dependencies of the hourly work. */
interface HourlyDependencies extends Pick<Context, 'systemDatabase' | 'clock'> {
  usage: EvidenceUsage
  calls: CallCounts
  database: Databases['system']
}

/** Forgets what nobody needs any more, and sees that the planner knows the tables. */
export async function hourlyWork({
  usage,
  systemDatabase,
  calls,
  database,
  clock,
}: HourlyDependencies) {
  await usage.releaseOld(clock())
  await systemDatabase.forgetKeys(clock() - retentionSeconds)
  await calls.forget(database, clock())
  await gatherMissingStatistics(database)
}

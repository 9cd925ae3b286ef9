import type { Trigger } from '#contract/notification/notification-types.ts'

/** Texts of a trigger in messages. */
interface TriggerTexts {
  /** Its name in webhooks. */
  event_type: string
  /** Verb of the sentence about one event. */
  says: string
  /** Verb behind the number of artifacts in a digest; null for verdicts of environments. */
  inDigest: string | null
}

/** Texts of each trigger; digests count what artifacts did in this order. */
export const triggerTexts: Record<Trigger, TriggerTexts> = {
  ON_STARTED_ARTIFACT: { event_type: 'ARTIFACT_STARTED', says: 'started', inDigest: 'started' },
  ON_EXITED_ARTIFACT: { event_type: 'ARTIFACT_EXITED', says: 'stopped', inDigest: 'stopped' },
  ON_SCALED_ARTIFACT: { event_type: 'ARTIFACT_SCALED', says: 'was scaled', inDigest: 'scaled' },
  ON_ALLOWED_ARTIFACT: {
    event_type: 'ARTIFACT_ALLOWED',
    says: 'was allowed',
    inDigest: 'allow-listed',
  },
  ON_NON_COMPLIANT_ENV: {
    event_type: 'ENVIRONMENT_NON_COMPLIANT',
    says: 'became non-compliant',
    inDigest: null,
  },
  ON_COMPLIANT_ENV: {
    event_type: 'ENVIRONMENT_COMPLIANT',
    says: 'became compliant',
    inDigest: null,
  },
}

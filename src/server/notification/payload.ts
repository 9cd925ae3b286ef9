import type { Trigger } from '#contract/notification-words.ts'
import type { Links } from '../links.ts'
import type { UntoldEvent } from './event-queries.ts'

/** What webhooks call a trigger (wire.md 20), and how it reads. */
const words: Record<Trigger, { event_type: string; says: string }> = {
  ON_STARTED_ARTIFACT: { event_type: 'ARTIFACT_STARTED', says: 'started' },
  ON_EXITED_ARTIFACT: { event_type: 'ARTIFACT_EXITED', says: 'stopped' },
  ON_SCALED_ARTIFACT: { event_type: 'ARTIFACT_SCALED', says: 'was scaled' },
  ON_ALLOWED_ARTIFACT: { event_type: 'ARTIFACT_ALLOWED', says: 'was allowed' },
  ON_NON_COMPLIANT_ENV: { event_type: 'ENVIRONMENT_NON_COMPLIANT', says: 'became non-compliant' },
  ON_COMPLIANT_ENV: { event_type: 'ENVIRONMENT_COMPLIANT', says: 'became compliant' },
}

/** What flows know of an artifact. */
export interface ToldProvenance {
  flow: string
  status: string
  commit: string
  commit_url: string | null
  html_url: string
  api_url: string
  build_url: string | null
}

/** The body of a webhook (wire.md 20); the other targets are told the same in their own way. */
export interface Payload extends Record<string, unknown> {
  version: '1.0'
  timestamp: string
  org: string
  environment: string
  description: string
  event_type: string
  snapshot: { index: string; status: string; html_url: string; api_url: string } | null
  artifact: { name: string; fingerprint: string; provenance: ToldProvenance | null } | null
}

const statusOf = (state: boolean | null) =>
  state === null ? 'unknown' : state ? 'compliant' : 'non-compliant'

function describe({ trigger, name, environment, was, now }: UntoldEvent): string {
  const { says } = words[trigger]
  if (name === null) return `Environment ${environment} ${says}`
  const counts = trigger === 'ON_SCALED_ARTIFACT' ? ` from ${was} to ${now}` : ''
  return `Artifact ${name} ${says}${counts} in environment ${environment}`
}

/** What is told of an event. */
export function payloadOf(
  { links, orgName }: { links: Links; orgName: string },
  event: UntoldEvent,
  provenance: ToldProvenance | null,
): Payload {
  const { environment, snapshot_index: index, name, fingerprint } = event
  return {
    version: '1.0',
    timestamp: String(Math.floor(event.recorded_at)),
    org: orgName,
    environment,
    description: describe(event),
    event_type: words[event.trigger].event_type,
    snapshot:
      index === null
        ? null
        : {
            index: String(index),
            status: statusOf(event.snapshot_state),
            html_url: links.snapshot(orgName, environment, index),
            api_url: links.api('snapshots', orgName, environment, String(index)),
          },
    artifact: name === null || fingerprint === null ? null : { name, fingerprint, provenance },
  }
}

import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { type BriefOverride, overridesText } from '#domain/override/override.ts'
import { counted } from '#domain/common/counted.ts'
import { flippedText, qualifierSentence, type Verdict } from '#domain/verdict/qualified-verdict.ts'
import type { Trigger } from '#contract/notification/notification-types.ts'
import type { Links } from '#server/platform/links.ts'
import { digestLines } from './digest-lines.ts'
import { triggerTexts } from './trigger-texts.ts'

/** Provenance of an artifact. */
export interface PayloadProvenance {
  flow: string
  status: string
  commit: string
  commit_url: string | null
  html_url: string
  api_url: string
  build_url: string | null
}

/** An event to send: one of the outbox, or one like it. */
export interface PayloadEvent {
  trigger: Trigger
  environment: string
  /** Unix seconds. */
  recorded_at: number
  snapshot_index: number | null
  snapshot_state: boolean | null
  name: string | null
  fingerprint: string | null
  was: number | null
  now: number | null
}

/** Verdict and reasons at the time of the event. */
export interface PayloadVerdict {
  /** Of the artifact in the environment; null if unknown. */
  compliant: boolean | null
  /** Its qualifiers; null where they are unknown, and for environments. */
  qualifiers: Qualifiers | null
  /** The first reasons, a sentence each. */
  reasons: string[]
  /** Number of artifacts that they are of. */
  explained: number
}

/** How many of the artifacts that policies evaluated in an environment fail. */
export interface ArtifactCounts {
  evaluated: number
  failing: number
}

/** An event with what carries the verdict of its environment. */
type QualifiedEvent = PayloadEvent & {
  qualifiers?: Qualifiers | undefined
  /** Whether its environment was silent, so that the verdict is only the last known one. */
  isStale?: boolean | undefined
  /** The overrides among them, the one that ends first first. */
  overrides?: readonly BriefOverride[] | undefined
  counts?: ArtifactCounts | null | undefined
}

/** A verdict in a message. */
export interface PayloadStatus {
  status: Verdict
  /** Its qualifiers; absent where they are unknown. Our addition. */
  qualifiers?: Qualifiers
  /** Present and true where it is only the last known one, for lack of a report. Our addition. */
  is_stale?: true
}

/** The body of a webhook; other targets show the same in their own way. */
export interface Payload extends Record<string, unknown> {
  version: '1.0'
  timestamp: string
  org: string
  environment: string
  description: string
  event_type: string
  /** The page of the event; our addition, as are the reasons. */
  html_url: string
  reasons: string[]
  snapshot: (PayloadStatus & { index: string; html_url: string; api_url: string }) | null
  /** Its status in the environment is our addition. */
  artifact:
    | (PayloadStatus & { name: string; fingerprint: string; provenance: PayloadProvenance | null })
    | null
  /** Of an environment that became non-compliant: how many of its artifacts fail; our addition. */
  artifact_counts?: { non_compliant: number; judged: number }
  /** The first events of a digest: our addition, as the digest is. */
  events?: Payload[]
  /** Number of all its events. */
  event_count?: number
}

const statusOf = (
  state: boolean | null,
  qualifiers: Qualifiers | null | undefined,
  isStale = false,
): PayloadStatus => ({
  status: state === null ? 'unknown' : state ? 'compliant' : 'non-compliant',
  ...(qualifiers && { qualifiers }),
  ...(isStale && { is_stale: true }),
})

const failingText = ({ failing, evaluated }: ArtifactCounts) =>
  `${failing} of ${counted(evaluated, 'artifact')} ${failing === 1 ? 'fails' : 'fail'}`

/** The first reasons, and how many failing artifacts they leave out. */
function reasonsOf(verdict: PayloadVerdict | null, counts: ArtifactCounts | null = null): string[] {
  if (!verdict) return []
  const rest = (counts?.failing ?? 0) - verdict.explained
  if (rest <= 0) return verdict.reasons
  return [
    ...verdict.reasons,
    `and ${counted(rest, 'more artifact')} ${rest === 1 ? 'fails' : 'fail'}`,
  ]
}

/** Describes an event in a sentence; a verdict with what carries it, by whom and until when. */
export function describeEvent(event: QualifiedEvent): string {
  const { trigger, name, environment, was, now, overrides = [], counts } = event
  const { says } = triggerTexts[trigger]
  if (name === null) {
    const verdict = trigger === 'ON_COMPLIANT_ENV' ? 'compliant' : 'non-compliant'
    const carried = qualifierSentence({ verdict, qualifiers: event.qualifiers })
    const named = overridesText(overrides)
    const change = `Environment ${environment} ${flippedText(verdict, event.isStale ?? false)}`
    const parts = [change, counts && failingText(counts), carried].filter(Boolean)
    return `${parts.join(', ')}${named && `: ${named}`}`
  }
  const scaled = trigger === 'ON_SCALED_ARTIFACT' ? ` from ${was} to ${now}` : ''
  return `Artifact ${name} ${says}${scaled} in environment ${environment}`
}

interface PayloadLinks {
  links: Links
  orgName: string
}

/** Builds the payload of an event. */
export function buildPayload(
  { links, orgName }: PayloadLinks,
  event: QualifiedEvent,
  provenance: PayloadProvenance | null,
  verdict: PayloadVerdict | null,
): Payload {
  const { environment, snapshot_index: index, name, fingerprint } = event
  const page =
    index === null
      ? links.environment(orgName, environment)
      : links.snapshot(orgName, environment, index)
  return {
    version: '1.0',
    timestamp: String(Math.floor(event.recorded_at)),
    org: orgName,
    environment,
    description: describeEvent(event),
    event_type: triggerTexts[event.trigger].event_type,
    html_url: page,
    reasons: reasonsOf(verdict, event.counts),
    ...(event.counts && {
      artifact_counts: { non_compliant: event.counts.failing, judged: event.counts.evaluated },
    }),
    snapshot:
      index === null
        ? null
        : {
            index: String(index),
            ...statusOf(event.snapshot_state, event.qualifiers, event.isStale),
            html_url: page,
            api_url: links.api('snapshots', orgName, [environment, String(index)]),
          },
    artifact:
      name === null || fingerprint === null
        ? null
        : {
            name,
            fingerprint,
            ...statusOf(verdict?.compliant ?? null, verdict?.qualifiers),
            provenance,
          },
  }
}

/** Events listed in one digest at most; it counts them all. */
const maxDigestEvents = 100

/** Environments that a link to their events names; one for more shows those of all. */
const maxLinked = 20

/** Where the events of a digest are listed; undefined where there is none. */
function linkOf(links: Links, org: string, events: readonly Payload[]): string | undefined {
  const times = events.map(({ timestamp }) => Number(timestamp))
  if (times.length === 0) return undefined
  const environments = [...new Set(events.map(({ environment }) => environment))]
  return links.events(org, {
    environments: environments.length > maxLinked ? [] : environments,
    from: Math.min(...times),
    // Payloads tell whole seconds.
    to: Math.max(...times) + 1,
  })
}

/** Builds the payload of a digest: the events since the one before, oldest first. */
export function digestPayload(
  { links, orgName }: PayloadLinks,
  { number, name }: { number: number; name: string },
  events: readonly Payload[],
  now: number,
): Payload {
  const environments = [...new Set(events.map(({ environment }) => environment))]
  const count = counted(events.length, 'event')
  const shown = environments.slice(0, 3).join(', ')
  const rest = environments.length > 3 ? ` and ${environments.length - 3} more` : ''
  return {
    version: '1.0',
    timestamp: String(Math.floor(now)),
    org: orgName,
    environment: environments.join(', '),
    description: `${name}: ${count} in ${shown}${rest}`,
    event_type: 'DIGEST',
    html_url: linkOf(links, orgName, events) ?? links.notification(orgName, number),
    reasons: digestLines(events),
    snapshot: null,
    artifact: null,
    events: events.slice(0, maxDigestEvents),
    event_count: events.length,
  }
}

/** Marks a payload as a test, so that nobody takes it for an event. */
export function testPayload(payload: Payload): Payload {
  return { ...payload, event_type: 'TEST', description: `Test: ${payload.description}` }
}

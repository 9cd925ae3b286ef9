import { flippedText, qualifierSentence } from '#domain/verdict/qualified-verdict.ts'
import type { Payload } from './payload.ts'
import { triggerTexts } from './trigger-texts.ts'

/** Environments that a digest sums up, those that changed their verdict first. */
const maxLines = 20

type Event = Pick<Payload, 'environment' | 'event_type' | 'timestamp' | 'snapshot'>

const texts = Object.values(triggerTexts)
const flipTypes = texts.filter(({ inDigest }) => inDigest === null).map((one) => one.event_type)

const isFlip = ({ event_type }: Event) => flipTypes.includes(event_type)

/** "22 Nov 2026 09:43", UTC. */
const momentText = (seconds: string) => new Date(Number(seconds) * 1_000).toUTCString().slice(5, 22)

/**
 * "became compliant, by 1 override, at 22 Nov 2026 09:43 UTC, the last of 2 changes of its verdict";
 * "became compliant while silent at …" without a report.
 */
function flipText(flips: readonly Event[]): string {
  const last = flips.at(-1)
  if (!last) return ''
  const verdict =
    last.event_type === triggerTexts.ON_COMPLIANT_ENV.event_type ? 'compliant' : 'non-compliant'
  const of = flips.length > 1 ? `, the last of ${flips.length} changes of its verdict` : ''
  const carried = qualifierSentence({ verdict, qualifiers: last.snapshot?.qualifiers })
  const change = flippedText(verdict, last.snapshot?.is_stale ?? false)
  return `${change}${carried && `, ${carried},`} at ${momentText(last.timestamp)} UTC${of}`
}

/**
 * Sums up the events of a digest, a line for each environment: its last verdict first, then how many
 * artifacts did what. @param events oldest first
 */
export function digestLines(events: readonly Event[]): string[] {
  const names = [...new Set(events.map(({ environment }) => environment))]
  const lines = names.map((name) => {
    const own = events.filter(({ environment }) => environment === name)
    const flips = own.filter(isFlip)
    const counts = texts.flatMap(({ event_type: type, inDigest }) => {
      const count = own.filter(({ event_type }) => event_type === type).length
      return count > 0 && inDigest !== null ? [`${count} ${inDigest}`] : []
    })
    const parts = [flipText(flips), counts.join(', ')].filter(Boolean)
    return { hasFlip: flips.length > 0, text: `${name}: ${parts.join('; ')}` }
  })
  const sorted = lines.toSorted((a, b) => Number(b.hasFlip) - Number(a.hasFlip))
  const rest = sorted.length - maxLines
  return [
    ...sorted.slice(0, maxLines).map(({ text }) => text),
    ...(rest > 0 ? [`and ${rest} more environments`] : []),
  ]
}

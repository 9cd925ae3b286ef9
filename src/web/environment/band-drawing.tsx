import { Link } from '@tanstack/react-router'
import { daySeconds } from '#domain/common/days.ts'
import { flipLabel, flipCauseText } from '#web/domain-ui/cause-labels.ts'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { type FillVerdict, useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'
import { verdictOfRunning, verdicts } from '#web/domain-ui/verdict.tsx'
import { dayOf, momentOf, stampOf } from '#web/ui/time-text.ts'
import { type Span, targetsOf } from './band-spans.ts'

const top = 24
const bar = 20
const height = 64
const least = 2
const letter = 6.4
/** Less than that is told by the hour. */
const shortWindow = 3 * daySeconds

const nameOf = (state: boolean | null) => verdicts[verdictOfRunning(state)].label

/** The fill that a stretch of time is drawn with. */
export const fillOf = ({ state, isStale, isByException }: Span): FillVerdict => {
  if (isStale) return 'stale'
  if (state === null) return 'missing'
  if (!state) return 'non-compliant'
  return isByException ? 'by-exception' : 'compliant'
}

/** The policy whose attachment made the verdict flip, if one did. */
const attachedOf = ({ cause }: Span) => cause?.attached?.[0]

/** Labels from the newest on, each where it is free; one that would overlap is left to its title. */
function labelled(flips: readonly Span[], x: (at: number) => number, width: number) {
  let free = width
  return flips.toReversed().flatMap((span) => {
    const policy = attachedOf(span)
    const text = policy ? `${policy} attached` : flipLabel(span).slice(0, 24)
    const length = text.length * letter
    const end = Math.min(width, x(span.from) + length / 2)
    if (end > free || end - length < 0) return []
    free = end - length - 8
    return [{ span, policy, text, end }]
  })
}

/** The verdict over time; a mark for each flip opens its snapshot. */
export function BandDrawing(props: {
  org: string
  env: string
  spans: readonly Span[]
  width: number
}) {
  const { org, env, spans, width } = props
  const { fills, definitions } = useVerdictFills()
  const from = spans[0]?.from ?? 0
  const to = spans.at(-1)?.to ?? 1
  const x = (at: number) => ((at - from) / Math.max(1, to - from)) * width
  const ticks = width < 480 ? 2 : 4
  const tickOf = (at: number) => (to - from < shortWindow ? momentOf(at) : dayOf(at, to))
  const flips = spans.filter(({ isFlip }) => isFlip)
  const targets = targetsOf(flips.map((span) => x(span.from)))
  const shown = flips.filter((span) => span.state === false || attachedOf(span) !== undefined)
  return (
    <svg
      width={width}
      height={height}
      role="group"
      aria-label={`Verdict of ${env} over time, the same as in the table`}
      className="block text-[11px]"
    >
      {definitions}
      {spans.map((span) => (
        <rect
          key={span.from}
          x={Math.min(x(span.from), width - least)}
          y={top}
          width={Math.max(least, x(span.to) - x(span.from) - 1)}
          height={bar}
          fill={fills[fillOf(span)]}
        >
          {span.isByException && (
            <title>{`${stampOf(span.from)} to ${stampOf(span.to)}: compliant by exception`}</title>
          )}
        </rect>
      ))}
      {flips.map((span, index) => (
        <SnapshotLink
          key={span.index}
          org={org}
          environment={env}
          index={span.index}
          label={`#${span.index}, ${nameOf(span.state)} since ${stampOf(span.from)}: ${flipCauseText(span)}`}
        >
          <rect {...targets[index]} y={top - 8} height={bar + 8} fill="transparent" />
          <path d={`M${x(span.from)} ${top - 7}v7`} stroke="var(--control-border)" />
        </SnapshotLink>
      ))}
      {labelled(shown, x, width).map(({ span, policy, text, end }) => {
        const label = { x: end, y: 12, textAnchor: 'end', fill: 'var(--text)' } as const
        return policy === undefined ? (
          <text key={span.index} {...label} aria-hidden="true">
            {text}
          </text>
        ) : (
          <Link
            key={span.index}
            to="/$org/policies/$policy"
            params={{ org, policy }}
            className="underline"
          >
            <text {...label}>{text}</text>
          </Link>
        )
      })}
      {Array.from({ length: ticks }, (_, tick) => {
        const at = from + ((to - from) * tick) / (ticks - 1)
        const anchor = tick === 0 ? 'start' : tick === ticks - 1 ? 'end' : 'middle'
        return (
          <text key={tick} x={x(at)} y={height - 4} textAnchor={anchor} fill="var(--muted)">
            {tickOf(at)}
          </text>
        )
      })}
    </svg>
  )
}

import { useNow } from './time.tsx'
import { durationOf, isoOf, spokenOf } from './time-text.ts'

/** How long it is until a moment: "23 h 59 min"; its title has UTC and local time. */
export function TimeLeft(props: {
  until: number
  /** Once the moment is over; "no time" unless said. */
  over?: string
}) {
  const left = props.until - useNow()
  return (
    <time dateTime={isoOf(props.until)} title={spokenOf(props.until)}>
      {left > 0 ? durationOf(Math.max(60, left)) : (props.over ?? 'no time')}
    </time>
  )
}

import { useNow } from '../ui/time.tsx'
import { durationOf, isoOf, spokenOf } from '../ui/time-text.ts'

/** How long it is until a moment: "23 h 59 min"; its title has UTC and local time. */
export function TimeLeft(props: { until: number }) {
  const left = props.until - useNow()
  return (
    <time dateTime={isoOf(props.until)} title={spokenOf(props.until)}>
      {left > 0 ? durationOf(Math.max(60, left)) : 'no time'}
    </time>
  )
}

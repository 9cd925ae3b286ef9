import type { EventDays } from '#contract/event/event.ts'
import { formatCount } from '#domain/common/counted.ts'
import { PickOne } from '#web/ui/pick-one.tsx'
import { totalOf } from './histogram-card.tsx'

const labelOf = (name: string, count: number | undefined) =>
  count === undefined ? name : `${name} ${formatCount(count)}`

/** All events, or those alone that made a verdict flip, each with its number where that is known. */
export function FlipSwitch(props: {
  counts: EventDays | undefined
  isOfFlips: boolean
  onPick: (isOfFlips: boolean) => void
}) {
  const { counts } = props
  const all = counts?.days.reduce((sum, day) => sum + totalOf(day), 0)
  return (
    <PickOne
      label="Events"
      options={[
        { value: 'all', label: labelOf('All', all) },
        { value: 'flips', label: labelOf('Flips', counts?.flips) },
      ]}
      value={props.isOfFlips ? 'flips' : 'all'}
      onPick={(picked) => props.onPick(picked === 'flips')}
    />
  )
}

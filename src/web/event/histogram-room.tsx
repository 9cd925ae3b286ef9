import type { ReactNode } from 'react'
import { Room } from '#web/ui/room.tsx'
import { PendingCard } from '#web/ui/skeleton.tsx'

const ofOne = { wide: 298, phone: 354 }
const ofAll = { wide: 298, phone: 394 }

/** The room of what happened in a window; of all environments the findings take more lines on phones. */
export function HistogramRoom(props: { isOfAll: boolean; children?: ReactNode }) {
  return (
    <Room heights={props.isOfAll ? ofAll : ofOne}>
      {props.children ?? <PendingCard shape="chart" />}
    </Room>
  )
}

import type { ReactNode } from 'react'
import { ReservedSpace } from '#web/ui/reserved-space.tsx'
import { PendingCard } from '#web/ui/skeleton.tsx'

const ofOne = { wide: 298, phone: 354 }
const ofAll = { wide: 298, phone: 394 }

/** The space of what happened in a window; of all environments the findings take more lines on phones. */
export function HistogramSpace(props: { isOfAll: boolean; children?: ReactNode }) {
  return (
    <ReservedSpace heights={props.isOfAll ? ofAll : ofOne}>
      {props.children ?? <PendingCard shape="chart" />}
    </ReservedSpace>
  )
}

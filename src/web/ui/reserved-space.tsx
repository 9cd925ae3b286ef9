import type { CSSProperties, ReactNode } from 'react'
import { rem } from './text-scale.ts'

/** The heights that a block has once all of it is there, in pixels at the usual size of text. */
interface ReservedHeights {
  wide: number
  /** Where the window is less than 1,024 px wide. */
  middle?: number
  phone: number
}

/**
 * Block above the rows of a list that comes after them: it takes its room before it is there, so
 * that the rows do not move away from a pointer.
 */
export function ReservedSpace(props: { heights: ReservedHeights; children: ReactNode }) {
  const { wide, middle = wide, phone } = props.heights
  const style = { '--wide': rem(wide), '--middle': rem(middle), '--phone': rem(phone) }
  return (
    <div className="room" style={style as CSSProperties}>
      {props.children}
    </div>
  )
}

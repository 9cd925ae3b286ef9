import type { LucideIcon } from 'lucide-react'
import { rem } from './text-scale.ts'

/** An icon on the 16 px grid with 1.5 px lines; the text beside it carries the meaning. */
export function Icon(props: { of: LucideIcon; small?: boolean; className?: string }) {
  const { of: Shape, small, className } = props
  const size = small ? 14 : 16
  return <Shape size={rem(size)} strokeWidth={36 / size} className={className} aria-hidden="true" />
}

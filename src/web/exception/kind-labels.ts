import { ArrowLeftRight, BellOff, Flag, type LucideIcon, ShieldMinus } from 'lucide-react'
import type { ExceptionKind } from '#contract/exception/exception.ts'

/** Kinds of exceptions as people read them, each with its sign. */
export const kindLabels: Record<ExceptionKind, { label: string; icon: LucideIcon }> = {
  override: { label: 'Override', icon: ArrowLeftRight },
  allow_list: { label: 'Allow-list', icon: Flag },
  policy: { label: 'Policy', icon: ShieldMinus },
  snooze: { label: 'Snooze', icon: BellOff },
}

import { clsx } from 'clsx'
import { Ban, Check, Minus } from 'lucide-react'
import type { NotificationHealth } from '#contract/notification/notification-page.ts'
import { Icon } from '#web/ui/icon.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'
import { healthLabels } from './labels.ts'

const signs = {
  working: <Icon of={Check} small />,
  failing: <WarningSign className="size-3.5" />,
  retrying: <WarningSign className="size-3.5" />,
  partly_tried: <Icon of={Minus} small />,
  never_tried: <Icon of={Minus} small />,
}

/** Sign and word; trouble is heavier, and nothing is green: verdicts own the colours. */
export function HealthLabel(props: { health: NotificationHealth; isDisabled?: boolean }) {
  const { health, isDisabled = false } = props
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 align-top whitespace-nowrap',
        (isDisabled || health === 'failing' || health === 'retrying') && 'font-medium text-text',
        health === 'never_tried' && !isDisabled && 'text-muted',
      )}
    >
      {isDisabled ? <Icon of={Ban} small /> : signs[health]}
      {isDisabled ? 'Switched off' : healthLabels[health]}
    </span>
  )
}

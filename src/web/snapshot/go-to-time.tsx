import { History } from 'lucide-react'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { atMoment } from './queries.ts'

const GoToTimeForm = lazyPart(
  () => import('./go-to-time-form.tsx'),
  <p className="p-4 text-muted">Loading</p>,
)

/** Opens the snapshot that was in force at a moment: one of those above, or any that is typed. */
export function GoToTime(props: { org: string; env: string }) {
  return (
    <Popover
      label="Go to time"
      align="end"
      className="w-80"
      trigger={
        <Button>
          <Icon of={History} />
          Go to time
        </Button>
      }
    >
      {(close) => <GoToTimeForm {...props} onDone={close} />}
    </Popover>
  )
}

const relative = /^(\d{1,6})\s*(minute|min|hour|h|day|d|week|w|month)s?(\s+ago)?$/i
const absolute = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?\s*(?:Z|UTC)?)?$/i

const unitOf: Record<string, string> = { h: 'hour', d: 'day', w: 'week' }

/** The instant of an expression in Unix seconds; undefined for an age. */
export function instantIn(expression: string): number | undefined {
  const [, instant] = /^@\{(\d{4}-.*)\}$/.exec(expression) ?? []
  return instant === undefined ? undefined : Date.parse(`${instant}Z`) / 1_000
}

/**
 * A typed moment, as an expression of the API: "2 hours ago", or a date with or without
 * the time of day, in UTC.
 * @param now Unix seconds
 * @returns null for what is no moment
 */
export function momentExpression(text: string, now: number): string | null {
  const [, digits, word = ''] = relative.exec(text.trim()) ?? []
  if (digits !== undefined) {
    const unit = word.toLowerCase()
    if (unit.startsWith('min')) return atMoment(now - Number(digits) * 60)
    return `@{${Number(digits)}.${unitOf[unit] ?? unit}s.ago}`
  }
  const [, day, minute = '00:00', second = ':00'] = absolute.exec(text.trim()) ?? []
  if (day === undefined) return null
  const at = Date.parse(`${day}T${minute}${second}Z`)
  return Number.isNaN(at) ? null : atMoment(at / 1_000)
}

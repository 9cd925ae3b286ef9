import { useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useState } from 'react'
import { TextField } from '#web/form/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { menuItemClass, Popover } from '#web/ui/popover.tsx'

const presets = ['1 hour ago', '1 day ago', '1 week ago', '1 month ago']

/** Opens the snapshot that was in force at a moment: one of those above, or any that is typed. */
export function GoToTime(props: { org: string; env: string }) {
  const { org, env } = props
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(null)
  const go = (at: string) =>
    void navigate({
      to: '/$org/environments/$env/snapshots',
      params: { org, env },
      search: { at },
    })
  return (
    <Popover
      label="Go to time"
      role="dialog"
      align="end"
      className="w-72"
      renderTrigger={(trigger) => (
        <Button {...trigger}>
          <Icon of={History} />
          Go to time
        </Button>
      )}
    >
      {(close) => (
        <>
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              className={menuItemClass}
              onClick={() => {
                close()
                go(preset)
              }}
            >
              {preset}
            </button>
          ))}
          <form
            noValidate
            className="grid gap-2 border-t border-line p-2 pt-3"
            onSubmit={(event) => {
              event.preventDefault()
              const text = new FormData(event.currentTarget).get('at')
              const at = typeof text === 'string' ? text.trim() : ''
              const isMoment = momentExpression(at, 0) !== null
              setError(isMoment ? null : 'Write 2026-11-20 08:00, or 2 hours ago')
              if (!isMoment) return event.currentTarget.querySelector('input')?.focus()
              close()
              go(at)
            }}
          >
            <TextField
              label="What ran at"
              name="at"
              hint="UTC, such as 2026-11-20 08:00, or 5 days ago"
              autoComplete="off"
              error={error}
            />
            <Button type="submit">Open snapshot</Button>
          </form>
        </>
      )}
    </Popover>
  )
}

const relative = /^(\d{1,6})\s*(minute|min|hour|h|day|d|week|w|month)s?(\s+ago)?$/i
const absolute = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?\s*(?:Z|UTC)?)?$/i

const unitOf: Record<string, string> = { h: 'hour', d: 'day', w: 'week' }

/** An instant as an expression of the API: to the second, in UTC. */
const atInstant = (at: number) => `@{${new Date(at * 1_000).toISOString().slice(0, 19)}}`

/**
 * What people call a moment, as an expression of the API: "2 hours ago", or a date with or without
 * the time of day, in UTC.
 * @param now Unix seconds
 * @returns null for what is no moment
 */
export function momentExpression(text: string, now: number): string | null {
  const [, digits, word = ''] = relative.exec(text.trim()) ?? []
  if (digits !== undefined) {
    const unit = word.toLowerCase()
    if (unit.startsWith('min')) return atInstant(now - Number(digits) * 60)
    return `@{${Number(digits)}.${unitOf[unit] ?? unit}s.ago}`
  }
  const [, day, minute = '00:00', second = ':00'] = absolute.exec(text.trim()) ?? []
  if (day === undefined) return null
  const at = Date.parse(`${day}T${minute}${second}Z`)
  return Number.isNaN(at) ? null : atInstant(at / 1_000)
}

import { useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useState } from 'react'
import { TextField } from '../form/text-field.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { menuItemClass, Popover } from '../ui/popover.tsx'
import { momentExpression } from './moment.ts'

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

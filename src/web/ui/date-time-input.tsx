import { clsx } from 'clsx'
import { CalendarDays } from 'lucide-react'
import { Popover } from 'radix-ui'
import { Suspense, use, useRef, useState } from 'react'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { Icon } from './icon.tsx'
import { layerClass, LayerHost, layerPlace } from './layer.ts'
import { type Zone, momentOfText, textOfMoment } from './moment-text.ts'
import { useNow } from './time.tsx'

const Picker = lazyPart(() => import('./date-time-picker.tsx'))

/** What a field of date and time holds. */
export interface TypedMoment {
  text: string
  /** Unix seconds; null where the text is empty or no moment. */
  at: number | null
}

/**
 * A text field for a moment, with a calendar beside it. It takes ISO, "20 Nov 08:00",
 * "2 hours ago" and "yesterday 14:00"; what the text means stands with its owner.
 */
export function DateTimeInput(props: {
  value: TypedMoment
  /** The clock on which the text is read, where it does not say one itself. */
  zone: Zone
  /** Lets the reader change the clock, in the picker. */
  onZone?: ((zone: Zone) => void) | undefined
  /** The first and the last moment that can be chosen, in Unix seconds. */
  from?: number | undefined
  to?: number | undefined
  /** Moments to choose at once, in words. */
  presets?: readonly string[] | undefined
  /** What the picker is of, for assistive technology. */
  label: string
  id?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
  'aria-label'?: string
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
  onChange: (value: TypedMoment) => void
}) {
  const { value, zone, onZone, from, to, presets, label, className, onChange, ...field } = props
  const now = useNow()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const host = use(LayerHost)
  const read = (text: string, on: Zone) => onChange({ text, at: momentOfText(text, on, now) })
  const set = (at: number, on: Zone) => onChange({ text: textOfMoment(at, on), at })
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <span
          className={clsx(
            'flex min-h-8 w-full min-w-0 items-center rounded-base border border-control-border bg-bg hover:border-text has-aria-invalid:border-text has-aria-invalid:inset-ring has-aria-invalid:inset-ring-text has-disabled:border-line-strong has-disabled:bg-surface has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent max-md:min-h-11',
            className,
          )}
        >
          <input
            {...field}
            ref={input}
            type="text"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            className="min-w-0 flex-1 rounded-base bg-transparent py-1 pl-2.5 text-table outline-none disabled:cursor-not-allowed disabled:text-muted max-md:text-lead"
            value={value.text}
            onChange={(event) => read(event.currentTarget.value, zone)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') setOpen(true)
            }}
          />
          <Popover.Trigger
            aria-label={`Calendar for ${label}`}
            disabled={field.disabled}
            className="mr-1 grid size-6 shrink-0 place-items-center rounded-tag text-muted hover:bg-hover hover:text-text disabled:opacity-55 max-md:size-10"
          >
            <Icon of={CalendarDays} small />
          </Popover.Trigger>
        </span>
      </Popover.Anchor>
      <Popover.Portal container={host}>
        <Popover.Content
          {...layerPlace}
          data-layer=""
          aria-label={label}
          align="start"
          className={clsx(layerClass, 'w-[min(448px,calc(100vw-16px))] p-0')}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            input.current?.focus()
          }}
        >
          <Suspense fallback={<p className="p-4 text-muted">Loading</p>}>
            <Picker
              at={value.at}
              zone={zone}
              now={now}
              from={from}
              to={to}
              presets={presets}
              onPreset={(text) => read(text, zone)}
              onChange={(at) => set(at, zone)}
              onZone={
                onZone &&
                ((next) => {
                  onZone(next)
                  if (value.at !== null) set(value.at, next)
                })
              }
              onDone={() => setOpen(false)}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

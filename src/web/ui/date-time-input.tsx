import { clsx } from 'clsx'
import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { LateLayer, layerPart, loadLayers } from './late-layer.tsx'
import { type Zone, textOfMoment } from './moment-text.ts'
import { momentOfText } from './moment-of-text.ts'
import { useNow } from './time.tsx'

const CalendarLayer = layerPart('CalendarLayer')

/** Value of a field of date and time. */
export interface TypedMoment {
  text: string
  /** Unix seconds; null where the text is empty or no moment. */
  at: number | null
}

/** Whether the text is typed, and no moment. */
export const isNoMoment = ({ text, at }: TypedMoment) => text.trim() !== '' && at === null

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
  /** Subject of the picker, for assistive technology. */
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
  const frame = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    loadLayers()
    setOpen(true)
  }
  const read = (text: string, on: Zone) => onChange({ text, at: momentOfText(text, on, now) })
  const set = (at: number, on: Zone) => onChange({ text: textOfMoment(at, on), at })
  const opener = (
    <button
      type="button"
      aria-label={`Calendar for ${label}`}
      disabled={field.disabled}
      className="mr-1 grid size-6 shrink-0 place-items-center rounded-tag text-muted hover:bg-hover hover:text-text disabled:opacity-55 max-md:size-10"
    >
      <Icon of={CalendarDays} small />
    </button>
  )
  return (
    <span
      ref={frame}
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
          if (event.key === 'ArrowDown') open()
        }}
      />
      <LateLayer opener={opener} popup="dialog" onOpen={open}>
        <CalendarLayer
          {...{ label, isOpen, setOpen, frame, input }}
          trigger={opener}
          at={value.at}
          zone={zone}
          now={now}
          from={from}
          to={to}
          presets={presets}
          onPreset={(text: string) => read(text, zone)}
          onChange={(at: number) => set(at, zone)}
          onZone={
            onZone &&
            ((next: Zone) => {
              onZone(next)
              if (value.at !== null) set(value.at, next)
            })
          }
        />
      </LateLayer>
    </span>
  )
}

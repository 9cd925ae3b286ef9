import { TZDate } from '@date-fns/tz'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { DayPicker } from 'react-day-picker'
import { buttonClass } from './button.tsx'
import { isFocusLost } from './hand-on-focus.ts'
import { Icon } from './icon.tsx'
import { type Zone, timeOfMoment, zoneNameOf } from './moment-text.ts'
import { momentOfText } from './moment-of-text.ts'

const dayClass =
  'grid h-7 w-8 place-items-center rounded-base text-table tabular-nums hover:bg-hover disabled:cursor-not-allowed disabled:text-muted disabled:opacity-70 max-md:h-11 max-md:w-full'

/** Not in the types yet, and not in every browser. */
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number } }

/** The day with which weeks begin in the reader's language, 0 for Sunday; Monday if unknown. */
function firstWeekday(): 0 | 1 | 6 {
  const locale: LocaleWithWeek = new Intl.Locale(navigator.language)
  const first = (locale.getWeekInfo?.().firstDay ?? 1) % 7
  return first === 0 || first === 6 ? first : 1
}

/** A month of days. Choosing one keeps the time of day; arrows move, Page keys turn the month. */
export default function Calendar(props: {
  /** Unix seconds; null where nothing is chosen. */
  value: number | null
  zone: Zone
  now: number
  /** Days before and after these moments cannot be chosen. */
  from?: number | undefined
  to?: number | undefined
  onChange: (at: number) => void
}) {
  const { value, zone, now, from, to } = props
  const timeZone = zoneNameOf(zone)
  const dateOf = (at: number) => new TZDate(at * 1_000, timeZone)
  const selected = value === null ? undefined : dateOf(value)
  const key = `${timeZone} ${value}`
  const month = useRef<HTMLDivElement>(null)
  const isOpened = useRef(false)
  // Open, it is walked from the chosen day, or today; where one was chosen, it is drawn anew.
  useEffect(() => {
    if (isOpened.current && !isFocusLost()) return
    isOpened.current = true
    month.current?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus()
  })
  return (
    <div ref={month}>
      <DayPicker
        key={key}
        mode="single"
        timeZone={timeZone}
        weekStartsOn={firstWeekday()}
        today={dateOf(now)}
        selected={selected}
        defaultMonth={selected ?? dateOf(now)}
        disabled={[
          ...(from === undefined ? [] : [{ before: dateOf(from) }]),
          ...(to === undefined ? [] : [{ after: dateOf(to) }]),
        ]}
        onSelect={(_day, day) => {
          const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
            .map((part) => String(part).padStart(2, '0'))
            .join('-')
          const time = value === null ? '00:00' : timeOfMoment(value, zone)
          const at = momentOfText(`${date} ${time}`, zone, now)
          if (at !== null) props.onChange(at)
        }}
        classNames={{
          months: 'relative',
          nav: 'absolute inset-x-0 top-0 flex justify-between',
          button_previous: buttonClass({ kind: 'quiet', icon: true, size: 'small' }),
          button_next: buttonClass({ kind: 'quiet', icon: true, size: 'small' }),
          month_caption: 'flex h-6 items-center justify-center text-table font-medium max-md:h-11',
          month_grid: 'mt-1 w-full border-collapse',
          weekday: 'h-6 text-mini font-normal text-muted',
          day: 'p-0 text-center',
          day_button: dayClass,
          selected:
            '[&>button]:bg-accent [&>button]:font-semibold [&>button]:text-on-accent forced-colors:[&>button]:outline-2 forced-colors:[&>button]:outline-[Highlight]',
          today:
            '[&>button]:font-semibold [&>button]:inset-ring [&>button]:inset-ring-control-border',
        }}
        components={{ Chevron }}
      />
    </div>
  )
}

function Chevron(props: { orientation?: string }) {
  return <Icon of={props.orientation === 'left' ? ChevronLeft : ChevronRight} small />
}

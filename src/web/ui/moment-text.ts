import { TZDate } from '@date-fns/tz'
import { GB } from 'chrono-node/en'
import { localZone } from './time-text.ts'

/** Clocks on which a moment can be typed. */
export const zones = ['UTC', 'local'] as const
export type Zone = (typeof zones)[number]

/** The IANA name of a clock. */
export const zoneNameOf = (zone: Zone) => (zone === 'UTC' ? 'UTC' : localZone())

/** A moment on a clock. */
const asDate = (at: number, zone: Zone) => new TZDate(at * 1_000, zoneNameOf(zone))

const two = (value: number) => String(value).padStart(2, '0')

/** "2026-11-20 08:00", with seconds where there are some; empty for no moment. */
export function textOfMoment(at: number | null | undefined, zone: Zone): string {
  if (at == null) return ''
  const date = asDate(at, zone)
  if (Number.isNaN(date.getTime())) return ''
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${timeOfMoment(at, zone)}`
}

/** "08:00", with seconds where there are some. */
export function timeOfMoment(at: number, zone: Zone): string {
  const date = asDate(at, zone)
  const minutes = `${two(date.getHours())}:${two(date.getMinutes())}`
  return date.getSeconds() === 0 ? minutes : `${minutes}:${two(date.getSeconds())}`
}

/**
 * The moment that a text means: ISO, dates as people in Europe write them, "2 hours ago",
 * "yesterday 14:00", "wed 8:00". A day without a time begins at midnight.
 * @param now Unix seconds
 * @returns Unix seconds; null for what is no moment as a whole
 */
export function momentOfText(text: string, zone: Zone, now: number): number | null {
  // Numbers of days and hours are ages here, with or without "ago".
  const trimmed = text
    .trim()
    .replace(/^(\d+) *(minutes?|mins?|hours?|days?|weeks?|months?)$/i, '$1 $2 ago')
  const offset = -asDate(now, zone).getTimezoneOffset()
  const [found] = GB.parse(trimmed, { instant: new Date(now * 1_000), timezone: offset })
  if (!found || found.text.length !== trimmed.length) return null
  const { start } = found
  const isAge = found.tags().has('result/relativeDateAndTime')
  if (start.isCertain('timezoneOffset') || isAge) return seconds(found.date())
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second') =>
    start.get(name) ?? 0
  const hasTime = start.isCertain('hour') || found.tags().has('result/relativeDate')
  const time: [number, number, number] = hasTime
    ? [part('hour'), part('minute'), part('second')]
    : [0, 0, 0]
  return seconds(
    new TZDate(part('year'), part('month') - 1, part('day'), ...time, zoneNameOf(zone)),
  )
}

const seconds = (date: Date) => {
  const at = Math.floor(date.getTime() / 1_000)
  return Number.isNaN(at) ? null : at
}

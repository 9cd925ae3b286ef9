import { TZDate } from '@date-fns/tz'
import { GB } from 'chrono-node/en'
import { asDate, type Zone, zoneNameOf } from './moment-text.ts'

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

import { TZDate } from '@date-fns/tz'
import { localZone } from './time-text.ts'

/** Clocks on which a moment can be typed. */
export const zones = ['UTC', 'local'] as const
export type Zone = (typeof zones)[number]

/** The IANA name of a clock. */
export const zoneNameOf = (zone: Zone) => (zone === 'UTC' ? 'UTC' : localZone())

/** A moment on a clock. */
export const asDate = (at: number, zone: Zone) => new TZDate(at * 1_000, zoneNameOf(zone))

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

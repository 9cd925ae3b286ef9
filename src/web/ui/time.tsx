import { useSyncExternalStore } from 'react'
import { dayOf, isoOf, relativeOf, spokenOf, stampOf, timeOfDay } from './time-text.ts'

const tick = 15_000
let now = Date.now() / 1_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now() / 1_000
    for (const one of listeners) one()
  }, tick)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** A moment as people say it: "22 min", after a week the day. Its title has UTC and local time. */
export function TimeAgo(props: { at: number; suffix?: boolean }) {
  useSyncExternalStore(subscribe, () => now)
  const text = relativeOf(props.at, Date.now() / 1_000)
  const isDay = text === dayOf(props.at, Date.now() / 1_000)
  return (
    <Moment at={props.at}>{props.suffix && !isDay && text !== 'now' ? `${text} ago` : text}</Moment>
  )
}

/** A moment to the second, in UTC: the time of day alone, or with its day. */
export function TimeStamp(props: { at: number; form: 'time' | 'stamp' }) {
  return (
    <Moment at={props.at}>{props.form === 'time' ? timeOfDay(props.at) : stampOf(props.at)}</Moment>
  )
}

function Moment(props: { at: number; children: string }) {
  return (
    <time dateTime={isoOf(props.at)} title={spokenOf(props.at)}>
      {props.children}
    </time>
  )
}

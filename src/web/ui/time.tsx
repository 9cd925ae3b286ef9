import { useSyncExternalStore } from 'react'
import {
  datedOf,
  dayOf,
  isoOf,
  momentOf,
  relativeOf,
  stampOf,
  minuteOfDay,
  timeOfDay,
  durationOf,
} from './time-text.ts'

const tick = 15_000
let now = Date.now() / 1_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    // Another moment than the one that is drawn would have all of them drawn again, at once.
    if (Date.now() / 1_000 - now > tick / 1_000) now = Date.now() / 1_000
    timer = setInterval(() => {
      now = Date.now() / 1_000
      for (const one of listeners) one()
    }, tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Unix seconds of now, followed; a few seconds old at most. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** The text for a moment seen now, and whether it is an age: neither now nor a day. */
function useAge(at: number): { text: string; isAge: boolean } {
  const seen = useNow()
  const text = relativeOf(at, seen)
  return { text, isAge: text !== 'now' && text !== dayOf(at, seen) }
}

/** A moment as people say it: "22 min", after a week the day. Its tip has UTC and local time. */
export function TimeAgo(props: { at: number; suffix?: boolean }) {
  const { text, isAge } = useAge(props.at)
  return <Moment at={props.at}>{props.suffix && isAge ? `${text} ago` : text}</Moment>
}

/**
 * Since when something holds: "for 22 min", after a week "since 8 Nov"; with what it is where what
 * stands before it is something else.
 */
export function TimeSince({ at, of }: { at: number; of?: string | false }) {
  const { text, isAge } = useAge(at)
  return (
    <>
      {of && `${of} `}
      <span data-whole="since">
        <span>{isAge ? 'for' : 'since'}</span>
      </span>{' '}
      <Moment at={at}>{text}</Moment>
    </>
  )
}

/** Ways to write a moment in UTC: the time of day, to the minute, with its day, with the year, and with the zone. */
const forms = {
  minute: minuteOfDay,
  time: timeOfDay,
  moment: momentOf,
  dated: datedOf,
  stamp: stampOf,
}

/** A moment in UTC; its tip has the second. */
export function TimeStamp(props: { at: number; form: keyof typeof forms }) {
  return (
    <Moment at={props.at} isLong>
      {forms[props.form](props.at)}
    </Moment>
  )
}

/** The day of a moment, in UTC; its tip has the second. */
export function DayStamp(props: { at: number }) {
  return <Moment at={props.at}>{dayOf(props.at, useNow())}</Moment>
}

/** Inside of these a moment is told when they have the focus: `Tooltip`. */
const stops = 'a, button, tr, [role=option], [role=menuitem]'

/** Lets keys reach a moment that stands by itself. */
function addTabStop(time: HTMLElement | null) {
  if (time && !time.closest(stops)) time.tabIndex = 0
}

function Moment(props: {
  at: number
  /** May take two lines; "3 d" and "8 Nov" stay on one. */
  isLong?: boolean
  children: string
}) {
  return (
    <time ref={addTabStop} dateTime={isoOf(props.at)} data-whole={datedOf(props.at)}>
      <span className={props.isLong ? undefined : 'whitespace-nowrap'}>{props.children}</span>
    </time>
  )
}

/** How long it is until a moment: "23 h 59 min"; its tip has UTC and local time. */
export function TimeLeft(props: {
  until: number
  /** Once the moment is over; "no time" unless said. */
  over?: string
}) {
  const left = props.until - useNow()
  return (
    // Text stands before it: no room of a column of ages between them.
    <time ref={addTabStop} dateTime={isoOf(props.until)} className="min-w-0">
      {left > 0 ? durationOf(Math.max(60, left)) : (props.over ?? 'no time')}
    </time>
  )
}

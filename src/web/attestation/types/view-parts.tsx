import type { ReactNode } from 'react'
import { TimeStamp } from '#web/ui/time.tsx'

/** The line above a type's data: what it is, and what it comes to. */
export function ViewHeading(props: { children: ReactNode }) {
  return <h3 className="mb-2 text-meta font-medium wrap-anywhere text-muted">{props.children}</h3>
}

/** The one thing in a heading that matters. */
export function Emphasis(props: { children: ReactNode }) {
  return <strong className="font-semibold text-text">{props.children}</strong>
}

/** A sentence in place of data. */
export function Remark(props: { children: ReactNode }) {
  return <p className="mb-2 text-table wrap-anywhere text-muted last:mb-0">{props.children}</p>
}

/** Notes that a list goes on, for those that are longer than a page can bear. */
export function MoreInRaw(props: { hidden: number }) {
  if (props.hidden <= 0) return null
  return <p className="mt-2 text-meta text-muted">{props.hidden} more in the raw data</p>
}

const lastMoment = 8.64e12

/** A moment that a client sent: a number that is none shows as it came. */
export function SentMoment(props: { at: number }) {
  if (Math.abs(props.at) > lastMoment) return props.at
  return <TimeStamp at={props.at} form="stamp" />
}

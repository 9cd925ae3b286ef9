import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { Icon } from '#web/ui/icon.tsx'

/** What can be said of anything that is judged. */
export type Verdict = 'compliant' | 'non-compliant' | 'unknown' | 'incomplete' | 'missing'

const box = { x: 1.7, y: 1.7, width: 12.6, height: 12.6, rx: 2 }

/** Word, colour and shape of each verdict; the shapes differ in one colour at 12 px. */
export const verdicts: Record<
  Verdict,
  { label: string; color: string; tint: string; shape: ReactNode }
> = {
  compliant: {
    label: 'Compliant',
    color: 'text-compliant',
    tint: 'bg-compliant-tint',
    shape: (
      <>
        <circle cx="8" cy="8" r="7.2" fill="currentColor" />
        <path d="M4.7 8.3l2.3 2.3 4.4-5" className="stroke-mark-ink" strokeWidth="1.7" />
      </>
    ),
  },
  'non-compliant': {
    label: 'Non-compliant',
    color: 'text-non-compliant',
    tint: 'bg-non-compliant-tint',
    shape: (
      <>
        <path d="M5 .7h6L15.3 5v6L11 15.3H5L.7 11V5z" fill="currentColor" />
        <path
          d="M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4"
          className="stroke-mark-ink"
          strokeWidth="1.7"
        />
      </>
    ),
  },
  unknown: {
    label: 'Unknown',
    color: 'text-unknown',
    tint: 'bg-unknown-tint',
    shape: (
      <>
        <path
          d="M8 .9L15.1 8 8 15.1.9 8z"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeDasharray="3.2 1.82"
          strokeDashoffset="1.6"
        />
        <path
          d="M6.3 6.7a1.7 1.7 0 1 1 2.6 1.4c-.6.4-.9.7-.9 1.3"
          stroke="currentColor"
          strokeWidth="1.4"
        />
        <circle cx="8" cy="11.3" r=".95" fill="currentColor" />
      </>
    ),
  },
  incomplete: {
    label: 'Incomplete',
    color: 'text-incomplete',
    tint: 'bg-incomplete-tint',
    shape: (
      <>
        <rect {...box} stroke="currentColor" strokeWidth="1.5" />
        <path d="M2 8h12v4.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 12.5z" fill="currentColor" />
      </>
    ),
  },
  missing: {
    label: 'Missing',
    color: 'text-unknown',
    tint: 'bg-unknown-tint',
    shape: <rect {...box} stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.6 2.2" />,
  },
}

/** The verdict that a trail's or artifact's state stands for. */
export const verdictOfState: Record<TrailState | 'MISSING', Verdict> = {
  COMPLIANT: 'compliant',
  'NON-COMPLIANT': 'non-compliant',
  INCOMPLETE: 'incomplete',
  MISSING: 'missing',
}

/** The verdict of an attestation; null is an attestation that is not there. */
export function verdictOf(isCompliant: boolean | null): Verdict {
  return isCompliant === null ? 'missing' : isCompliant ? 'compliant' : 'non-compliant'
}

/** The verdict of what runs, and of where it runs; null is unknown, never good. */
export function verdictOfRunning(isCompliant: boolean | null): Verdict {
  return isCompliant === null ? 'unknown' : isCompliant ? 'compliant' : 'non-compliant'
}

/** The shape of a verdict. Named for screen readers unless the word stands beside it. */
export function VerdictMark(props: {
  verdict: Verdict
  size?: 12 | 14 | 16
  /** Beside the word: the mark itself says nothing more. */
  silent?: boolean
  /** Of too old a report: it may not look well. */
  isStale?: boolean | undefined
  className?: string
}) {
  const { label, shape } = verdicts[props.verdict]
  const { color } =
    verdicts[props.isStale && props.verdict === 'compliant' ? 'unknown' : props.verdict]
  const naming = props.silent
    ? { 'aria-hidden': true as const }
    : { role: 'img', 'aria-label': label }
  const size = props.size ?? 14
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={clsx('shrink-0 overflow-visible', color, props.className)}
      {...naming}
    >
      {shape}
    </svg>
  )
}

/** A verdict, and the one that would take its place. */
export function VerdictStep(props: { from: Verdict; to: Verdict }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <VerdictLabel verdict={props.from} />
      <Icon of={ArrowRight} small className="text-muted" />
      <span className="sr-only">would be</span>
      <VerdictLabel verdict={props.to} />
    </span>
  )
}

const isTrouble = (verdict: Verdict) => verdict === 'non-compliant' || verdict === 'incomplete'

/** Mark and word. Health whispers, trouble speaks: only trouble is coloured. */
export function VerdictLabel(props: { verdict: Verdict; word?: string; isStale?: boolean }) {
  const { label, color } = verdicts[props.verdict]
  return (
    <span className="inline-flex items-center gap-1.5 align-top whitespace-nowrap">
      <VerdictMark verdict={props.verdict} silent isStale={props.isStale} />
      <span className={clsx(isTrouble(props.verdict) ? [color, 'font-medium'] : 'text-text')}>
        {props.word ?? label}
      </span>
    </span>
  )
}

/** The verdict of a page's own subject; once per page, in its header. */
export function VerdictPill(props: { verdict: Verdict; isStale?: boolean }) {
  const { isStale, verdict } = props
  const { color, tint } = verdicts[isStale && verdict === 'compliant' ? 'unknown' : verdict]
  return (
    <span
      className={clsx(
        'inline-flex h-6 items-center gap-1.5 rounded-full pr-2.5 pl-2 text-table font-medium whitespace-nowrap',
        color,
        isStale ? 'bg-(image:--hatched)' : tint,
      )}
    >
      <VerdictMark verdict={verdict} silent isStale={isStale} />
      {verdicts[verdict].label}
    </span>
  )
}

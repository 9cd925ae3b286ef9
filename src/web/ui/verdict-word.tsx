import { clsx } from 'clsx'
import { type Verdict, VerdictMark, verdicts } from './verdict-mark.tsx'

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

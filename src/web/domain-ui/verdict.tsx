import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import {
  isPlain,
  type QualifiedVerdict,
  type Verdict,
  verdictLabel,
} from '#domain/verdict/qualified-verdict.ts'
import { Icon } from '#web/ui/icon.tsx'
import { rem } from '#web/ui/text-scale.ts'
import { QualifierText } from './qualifier-text.tsx'
import { appearanceOf, verdicts } from './verdict-shapes.tsx'

export { type Verdict, verdicts }

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

/**
 * The shape of a verdict. Named for screen readers unless the label stands beside it. The name is the
 * bare verdict: where no label stands beside one that may be stale, that is a `QualifiedMark`.
 */
export function VerdictMark(
  props: {
    verdict: Verdict
    size?: 12 | 14 | 16
    /** A text that says more stands beside it. */
    isQualified?: boolean | undefined
    className?: string
  } & (
    | {
        /** Beside the label: the mark itself says nothing more. */
        silent: true
        /** Of too old a report: it may not look well. */
        isStale?: boolean | undefined
      }
    | { silent?: false; isStale?: undefined }
  ),
) {
  const { verdict, silent, className } = props
  const { color, shape } = appearanceOf(verdict, props)
  const naming = silent
    ? { 'aria-hidden': true as const }
    : { role: 'img', 'aria-label': verdicts[verdict].label }
  const size = rem(props.size ?? 14)
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={clsx(
        'shrink-0 overflow-visible forced-colors:text-[CanvasText]',
        color,
        className,
      )}
      {...naming}
    >
      {shape}
    </svg>
  )
}

/** A verdict, and the one that would take its place, or took it. */
export function VerdictStep(props: {
  from: Verdict
  to: Verdict
  /** Of the one that takes its place. */
  qualifiers?: Qualifiers | undefined
  /** Both are of what was last seen. */
  isStale?: boolean | undefined
  /** Whether it took it. */
  isDone?: boolean
}) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <VerdictLabel verdict={props.from} isStale={props.isStale} />
      <Icon of={ArrowRight} small className="text-muted" />
      <span className="sr-only">{props.isDone ? 'became' : 'would be'}</span>
      <VerdictLabel verdict={props.to} qualifiers={props.qualifiers} isStale={props.isStale} />
    </span>
  )
}

const isTrouble = (verdict: Verdict) => verdict === 'non-compliant' || verdict === 'incomplete'

/** Mark, label and qualifiers. Health whispers, trouble speaks: only trouble is coloured. */
export function VerdictLabel(props: QualifiedVerdict & { label?: string }) {
  const { verdict, isStale, label } = props
  const { color } = appearanceOf(verdict, props)
  return (
    <span className="inline-flex items-center gap-1.5 align-top whitespace-nowrap">
      <VerdictMark verdict={verdict} silent isStale={isStale} isQualified={!isPlain(props)} />
      <span
        className={clsx(
          // What stands beside the label is on the line of its text, not on that of its mark.
          'self-baseline',
          isTrouble(verdict) && !isStale ? [color, 'font-medium'] : 'text-text',
        )}
      >
        {label ?? verdictLabel(props)}
        <QualifierText {...props} />
      </span>
    </span>
  )
}

/**
 * The verdict of a page's own subject; once per page, in its header. Outlined where a text of the
 * page qualifies it.
 */
export function VerdictPill(props: QualifiedVerdict & { label?: string; isOutlined?: boolean }) {
  const { isStale, verdict, label } = props
  const { color, tint } = appearanceOf(verdict, props)
  const isQualified = props.isOutlined || !isPlain(props)
  return (
    <span
      className={clsx(
        'inline-flex h-6 items-center gap-1.5 rounded-full pr-2.5 pl-2 text-table font-medium whitespace-nowrap',
        color,
        isStale ? 'bg-(image:--hatched)' : isQualified ? 'inset-ring' : tint,
      )}
    >
      <VerdictMark verdict={verdict} silent isStale={isStale} isQualified={isQualified} />
      <span>
        {label ?? verdictLabel(props)}
        <QualifierText {...props} />
      </span>
    </span>
  )
}

import { useId } from 'react'
import type { Verdict } from './verdict.tsx'

/** Verdicts that fill an area of a chart. */
export type FillVerdict =
  | Exclude<Verdict, 'unknown' | 'not-asked'>
  | 'stale'
  /** Compliant, carried by exceptions. */
  | 'by-exception'
  /** Non-compliant, with an exception beside it: one that accepts it, or that has made it so. */
  | 'overridden'

const patternSize = { width: 6, height: 6, patternUnits: 'userSpaceOnUse' } as const

const boxed = (name: string) => `var(--${name})`

/** Fills of a drawing: colour and pattern of each verdict, so that none is told by colour alone. */
export function useVerdictFills() {
  const id = useId()
  const fills: Record<FillVerdict, string> = {
    compliant: boxed('compliant-fill'),
    'non-compliant': `url(#${id}-non-compliant)`,
    incomplete: `url(#${id}-incomplete)`,
    missing: `url(#${id}-missing)`,
    stale: `url(#${id}-stale)`,
    'by-exception': `url(#${id}-by-exception)`,
    overridden: `url(#${id}-overridden)`,
  }
  const definitions = (
    <defs>
      <pattern id={`${id}-non-compliant`} {...patternSize} patternTransform="rotate(45)">
        <rect width="6" height="6" fill={boxed('non-compliant-fill')} />
        <rect width="1.5" height="6" fill={boxed('bg')} opacity=".55" />
      </pattern>
      <pattern id={`${id}-incomplete`} width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" fill={boxed('incomplete-fill')} />
        <rect width="4" height="1.5" fill={boxed('bg')} opacity=".55" />
      </pattern>
      <pattern id={`${id}-stale`} {...patternSize} patternTransform="rotate(45)">
        <rect width="6" height="6" fill={boxed('unknown-tint')} />
        <rect width="2" height="6" fill={boxed('unknown-fill')} />
      </pattern>
      <pattern id={`${id}-by-exception`} width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" fill={boxed('compliant-tint')} />
        <rect width="4" height="1.5" fill={boxed('compliant-fill')} />
      </pattern>
      <pattern id={`${id}-overridden`} width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" fill={boxed('non-compliant-tint')} />
        <rect width="4" height="1.5" fill={boxed('non-compliant-fill')} />
      </pattern>
      <pattern id={`${id}-missing`} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect width="5" height="5" fill={boxed('unknown-tint')} />
        <circle cx="2.5" cy="2.5" r="1.1" fill={boxed('unknown-fill')} />
      </pattern>
    </defs>
  )
  return { fills, definitions }
}

/** The fill of a verdict as a square, for legends. */
export function Swatch(props: { verdict: FillVerdict }) {
  const { fills, definitions } = useVerdictFills()
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
      {definitions}
      <rect width="12" height="12" fill={fills[props.verdict]} />
    </svg>
  )
}

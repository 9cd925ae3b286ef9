import { type FillVerdict, Swatch } from './verdict-fill.tsx'

const fills = [
  ['compliant', 'Compliant'],
  ['by-exception', 'By exception'],
  ['non-compliant', 'Non-compliant'],
  ['missing', 'Unknown'],
  ['stale', 'Stale'],
] as const

/** Legend of the fills of verdicts over time: of all, or of those that are drawn. */
export function VerdictTimeLegend(props: { drawn?: ReadonlySet<FillVerdict> }) {
  const shown = fills.filter(([fill]) => props.drawn?.has(fill) ?? true)
  return (
    <p className="flex flex-wrap gap-x-3 text-meta text-muted">
      {shown.map(([fill, word]) => (
        <span key={fill} className="inline-flex items-center gap-1.5">
          <Swatch verdict={fill} />
          {word}
        </span>
      ))}
    </p>
  )
}

import { Swatch } from './verdict-fill.tsx'

const fills = [
  ['compliant', 'Compliant'],
  ['by-exception', 'By exception'],
  ['non-compliant', 'Non-compliant'],
  ['missing', 'Unknown'],
  ['stale', 'Stale'],
] as const

/** Legend of the fills of verdicts over time. */
export const VerdictTimeLegend = () => (
  <p className="flex flex-wrap gap-x-3 text-meta text-muted">
    {fills.map(([fill, word]) => (
      <span key={fill} className="inline-flex items-center gap-1.5">
        <Swatch verdict={fill} />
        {word}
      </span>
    ))}
  </p>
)

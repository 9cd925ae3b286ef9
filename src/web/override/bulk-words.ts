import type { OverrideResult, OverridesImpact } from '#contract/override-bulk.ts'
import { withoutEcho } from '../api/refusal-texts.ts'
import { plural } from '../ui/plural.ts'
import { verdictOfState, verdicts } from '../ui/verdict-mark.tsx'

type RowImpact = OverridesImpact['rows'][number]
type Refusal = NonNullable<OverrideResult['error']>

/** Why one of many was refused: the first field that is wrong, else the whole. */
export const refusalWords = ({ message, errors }: Refusal) =>
  withoutEcho(Object.values(errors ?? {})[0] ?? message)

/** What one of many flips beside its own verdict, in words. */
export function rowWords({ flips, error }: RowImpact): string {
  if (error) return refusalWords(error)
  if (!flips) return ''
  const states = [...flips.trails, ...flips.artifacts].map(({ name, to }) =>
    to === null ? name : `${name} → ${verdicts[verdictOfState[to]].label}`,
  )
  const others = states.length > 0 ? states.join(', ') : 'No trail or artifact flips'
  return flips.needs_approval ? `Takes an approval. ${others}` : others
}

/** What became of all, in a sentence: "3 overridden, 1 asked for approval, 1 refused". */
export function resultWords(results: readonly OverrideResult[]): string {
  const made = results.filter(({ override_id }) => override_id !== null).length
  const asked = results.filter(({ proposal_id }) => proposal_id !== null).length
  const refused = results.length - made - asked
  return [
    `${plural(made, 'attestation')} overridden`,
    ...(asked > 0 ? [`${asked} asked for approval`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ')
}

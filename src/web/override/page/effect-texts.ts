import type { RegisteredOverride } from '#contract/override/override.ts'
import { inForceStates } from '#domain/override/override-states.ts'
import { verdictOf, verdicts } from '#web/domain-ui/verdict.tsx'

type Standing = Pick<RegisteredOverride, 'state' | 'original'>

/** A verdict within a sentence. */
export const labelOf = (isCompliant: boolean) =>
  verdicts[verdictOf(isCompliant)].label.toLowerCase()

/** Whether an override counts, and what does in its place. */
export function standingText({
  is_request,
  state,
}: Pick<RegisteredOverride, 'is_request' | 'state'>): string {
  if (is_request) {
    return state === 'requested'
      ? 'Nothing is overridden before a second person approves.'
      : 'It was never made: nothing has changed.'
  }
  if (inForceStates.includes(state)) return 'Currently in effect.'
  return state === 'replaced'
    ? 'A later report or override counts instead; this one stands behind it.'
    : 'It has ended: the newest report or override that has not ended counts, if there is one.'
}

/** Effect of the end of an override that has not ended. */
export function endText({ state, original }: Standing): string {
  if (state === 'replaced') return 'A later report or override counts already: no verdict changes.'
  const evidence = original
    ? `the evidence says ${labelOf(original.is_compliant)}`
    : 'no evidence was reported'
  return `What counted before it counts again; ${evidence}.`
}

/** Effect of another end of an override that has not ended. */
export const extensionText = ({ state }: Pick<Standing, 'state'>): string =>
  state === 'replaced'
    ? 'A later report or override counts already: no verdict changes now.'
    : 'Its verdict stands until then; after that what counted before it counts again.'

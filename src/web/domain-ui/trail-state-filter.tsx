import { type TrailState, trailStates } from '#contract/verdict/compliance-status.ts'
import { type ChoiceFilter, anyOf } from '#web/table/filter.ts'
import { VerdictMark, verdictOfState, verdicts } from './verdict.tsx'

const options = trailStates.map((state) => ({
  value: state,
  label: verdicts[verdictOfState[state]].label,
  mark: <VerdictMark verdict={verdictOfState[state]} size={12} silent />,
}))

/** Narrows a list to trails, or flows with such a newest trail, in some of the states. */
export const trailStateFilter = (
  selected: readonly TrailState[] | undefined | null,
  onChange: (selected: TrailState[] | undefined) => void,
): ChoiceFilter => anyOf('Verdict', options, selected, onChange)

import { exceptionKinds, exceptionStates } from '#contract/exception/exception.ts'
import { daySeconds } from '#domain/common/days.ts'
import { kindLabels } from '#web/domain-ui/exception.ts'
import { stateLabels } from '#web/domain-ui/override-state-labels.ts'
import { type Filter, anyOf, oneOf, optionsOf, textFilter } from '#web/table/filter.ts'
import { timesIn } from '#web/table/time-range.ts'
import { stampOf } from '#web/ui/time-text.ts'
import { type ExceptionSearch, presentStates } from './queries.ts'

type Narrow = (change: Partial<ExceptionSearch>) => void

const directions = {
  to_compliant: 'Accepted: to compliant',
  to_non_compliant: 'Rejected: to non-compliant',
}
/** Labels of the states, and of what is over. */
const labels = { ...stateLabels, ended: 'Ended or declined' }
const soon = [7, 30]

/** The filters of the register. */
export function exceptionFiltersOf(search: ExceptionSearch, narrow: Narrow): Filter[] {
  const text = (
    label: string,
    field: 'flow_name' | 'environment_name' | 'attestation_type' | 'created_by',
    hint: string,
    isRare = false,
  ) =>
    textFilter(label, search[field], (value) => narrow({ [field]: value }), {
      hint,
      isRare,
      isExact: true,
    })
  return [
    anyOf(
      'Kind',
      exceptionKinds.map((kind) => ({ value: kind, label: kindLabels[kind].label })),
      search.kind,
      (kind) => narrow({ kind }),
    ),
    anyOf(
      'State',
      exceptionStates.map((state) => ({ value: state, label: labels[state] })),
      search.state,
      (states) => {
        // Ended ones are asked for in place of those in force, not beside them.
        const isTurned = !search.state && states?.includes('ended')
        narrow({ state: isTurned ? ['ended'] : states })
      },
      { defaultValue: presentStates, defaultLabel: 'in force, waiting' },
    ),
    text('Environment', 'environment_name', 'where it is relied on'),
    text('Flow', 'flow_name', 'name of a flow', true),
    text('Type', 'attestation_type', 'snyk, custom:…', true),
    text('By', 'created_by', 'name of a person or service account'),
    oneOf(
      'Direction',
      optionsOf(directions),
      search.direction,
      (direction) => narrow({ direction }),
      { isRare: true },
    ),
    endFilter(search, narrow),
    oneOf(
      'Review',
      optionsOf({ true: 'Reviewed', false: 'Not reviewed yet' }),
      search.reviewed === undefined ? undefined : `${search.reviewed}`,
      (value) => narrow({ reviewed: value && value === 'true' }),
    ),
    { kind: 'time', label: 'Created', isRare: true, value: timesIn(search), onChange: narrow },
  ]
}

const withEnd = { true: 'Has an end', false: 'No end' }

/** By a day before which they end, or by whether they end at all. */
function endFilter({ expires_before: before, has_end }: ExceptionSearch, narrow: Narrow): Filter {
  // Whole days, so that the same choice is the same address.
  const today = Math.ceil(Date.now() / 1_000 / daySeconds) * daySeconds
  const options = soon.map((days) => ({
    value: String(today + days * daySeconds),
    label: `within ${days} days`,
  }))
  const isOther = before !== undefined && !options.some(({ value }) => value === String(before))
  return oneOf(
    'Ends',
    [
      ...options,
      ...(isOther ? [{ value: String(before), label: `before ${stampOf(before)}` }] : []),
      ...optionsOf(withEnd),
    ],
    before !== undefined ? String(before) : has_end !== undefined ? String(has_end) : undefined,
    (value) =>
      narrow(
        value === undefined || value in withEnd
          ? {
              expires_before: undefined,
              has_end: value === undefined ? undefined : value === 'true',
            }
          : { expires_before: Number(value), has_end: undefined },
      ),
  )
}

import type { ReactNode } from 'react'
import { stampOf } from '#web/ui/time-text.ts'
import { type TimeSearch, type TimeSpan, type WindowSearch, rangeLabels } from './time-range.ts'

/** One of several values, or several of them. */
export interface ChoiceFilter {
  kind: 'choice'
  label: string
  isMultiple: boolean
  /** With how many rows each would leave, where that is known. */
  options: readonly { value: string; label: string; mark?: ReactNode; count?: number }[]
  selected: readonly string[]
  /** The values that are in force while none is selected. */
  defaultValue?: string | readonly string[]
  /** These in words, where their labels together say too much: "in force, waiting". */
  defaultLabel?: string
  /** Seldom asked for: not offered before the others are. */
  isRare?: boolean
  /** Where there are more than the options: finds others by a part of their names. */
  find?: { text: string; onText: (text: string) => void }
  onChange: (selected: string[]) => void
}

/** A query for texts to choose from. */
export interface Suggest {
  queryKey: readonly unknown[]
  queryFn: () => Promise<readonly Suggestion[]>
}
export interface Suggestion {
  text: string
  /** How many records have it, where that is known. */
  count?: number
}

/** A part of a text, or the whole of it. */
export interface TextFilter {
  kind: 'text'
  label: string
  value: string | undefined
  /** Input wanted, where it is not a part of the label's text. */
  hint?: string
  /** Seldom asked for: not offered before the others are. */
  isRare?: boolean
  /** Only the whole text matches. */
  isExact?: boolean
  /** Texts that are known, to choose from. */
  suggestions?: readonly string[]
  /** Asks for them once the filter is opened. */
  suggest?: Suggest
  onChange: (value: string | undefined) => void
}

/** A stretch of time. */
export interface TimeFilter {
  kind: 'time'
  /** Event at that time: "Started". */
  label: string
  value: TimeSearch
  /** Seldom asked for: not offered before the others are. */
  isRare?: boolean
  /** The stretch that is in force while none is chosen, in words: "last 7 days". */
  defaultValue?: string
  onChange: (value: TimeSpan) => void
}

/** A filter of a list, in the URL by its owner. */
export type Filter = ChoiceFilter | TextFilter | TimeFilter

/** Values to choose from, by their labels. */
export const optionsOf = <Value extends string>(labels: Record<Value, string>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }))

type Options<Value> = readonly (ChoiceFilter['options'][number] & { value: Value })[]
type More = Partial<Pick<ChoiceFilter, 'defaultValue' | 'defaultLabel' | 'isRare' | 'find'>>

/** A filter by one of some values. */
export const oneOf = <Value extends string>(
  label: string,
  options: Options<Value>,
  value: Value | null | undefined,
  onChange: (value: Value | undefined) => void,
  more?: More,
): ChoiceFilter => ({
  kind: 'choice',
  label,
  isMultiple: false,
  options,
  selected: value ? [value] : [],
  onChange: ([chosen]) => onChange(options.find((one) => one.value === chosen)?.value),
  ...more,
})

/** A filter by any of some values, in their order; none is no filter. */
export const anyOf = <Value extends string>(
  label: string,
  options: Options<Value>,
  values: readonly Value[] | null | undefined,
  onChange: (values: Value[] | undefined) => void,
  more?: More,
): ChoiceFilter => ({
  kind: 'choice',
  label,
  isMultiple: true,
  options,
  selected: values ?? [],
  onChange: (selected) => {
    const chosen = options.map(({ value }) => value).filter((value) => selected.includes(value))
    onChange(chosen.length > 0 ? chosen : undefined)
  },
  ...more,
})

/** A filter by a text. */
export const textFilter = (
  label: string,
  value: string | undefined,
  onChange: (value: string | undefined) => void,
  more?: Partial<Pick<TextFilter, 'hint' | 'isRare' | 'isExact' | 'suggestions'>>,
): TextFilter => ({ kind: 'text', label, value, onChange, ...more })

/** A filter by a stretch of time, in a search whose limits are called `from` and `to`. */
export const windowFilter = (
  label: string,
  { range, from, to }: WindowSearch,
  onChange: (window: Record<'from' | 'to', number | undefined> & Pick<TimeSpan, 'range'>) => void,
  defaultValue?: string,
): TimeFilter => ({
  kind: 'time',
  label,
  value: { range, from_timestamp: from, to_timestamp: to },
  onChange: (span) =>
    onChange({ range: span.range, from: span.from_timestamp, to: span.to_timestamp }),
  ...(defaultValue !== undefined && { defaultValue }),
})

/** A time filter that lets everything through. */
const anyTime: TimeSpan = {
  range: undefined,
  from_timestamp: undefined,
  to_timestamp: undefined,
}

/** Whether a filter narrows the list. */
export function isSet(filter: Filter): boolean {
  if (filter.kind === 'text') return Boolean(filter.value)
  if (filter.kind === 'choice') return filter.selected.length > 0
  return Object.values(filter.value).some((value) => value != null)
}

/** Values in force: those selected, else the usual ones. */
export const inForce = ({ selected, defaultValue }: ChoiceFilter): readonly string[] =>
  selected.length === 0 && defaultValue !== undefined ? [defaultValue].flat() : selected

/** Whether a filter narrows the list, be it by a value that nobody selected. */
export const isInForce = (filter: Filter): boolean =>
  isSet(filter) || (filter.kind !== 'text' && filter.defaultValue !== undefined)

/** Takes a filter away. */
export function clearFilter(filter: Filter): void {
  if (filter.kind === 'text') filter.onChange(undefined)
  else if (filter.kind === 'choice') filter.onChange([])
  else filter.onChange(anyTime)
}

/** Tells filters apart: one that may be repeated is there once for each of its values. */
export const filterKey = (filter: Filter) =>
  filter.kind === 'text' ? `${filter.label} ${filter.value}` : filter.label

/** Values of a filter, in words: "Incomplete or Non-compliant". */
export function valueLabel(filter: Filter): string {
  if (filter.kind === 'text') return filter.value ?? ''
  if (filter.kind === 'time') return timeText(filter.value) || (filter.defaultValue ?? '')
  if (filter.selected.length === 0 && filter.defaultLabel) return filter.defaultLabel
  return inForce(filter)
    .map((value) => filter.options.find((option) => option.value === value)?.label ?? value)
    .join(' or ')
}

function timeText({ range, from_timestamp: from, to_timestamp: to }: TimeSearch): string {
  if (from == null && to == null) return range ? rangeLabels[range] : ''
  return [from != null && `from ${stampOf(from)}`, to != null && `until ${stampOf(to)}`]
    .filter(Boolean)
    .join(' ')
}

/** How a list looks, which is no filter. */
const lasting = ['per_page', 'sort', 'sort_direction', 'view', 'group', 'cols']

/** The change of the search in the URL that takes all filters away: how the list looks stays. */
export const clearing = <Search extends object>(search: Search): Partial<Search> =>
  Object.fromEntries(
    Object.keys(search).flatMap((key) => (lasting.includes(key) ? [] : [[key, undefined]])),
  ) as Partial<Search>

/** Turns a list from what is in use to what was archived. */
export const archivedFilter = (
  isArchived: boolean | undefined,
  onChange: (archived: true | undefined) => void,
): ChoiceFilter =>
  oneOf(
    'State',
    [{ value: 'archived', label: 'archived' }],
    isArchived ? 'archived' : undefined,
    (value) => onChange(value && true),
  )

/** Whether a filter can turn a list to what was archived, among other states or alone. */
export const isArchivedFilter = (filter: Filter): filter is ChoiceFilter =>
  filter.kind === 'choice' && filter.options.some(({ value }) => value === 'archived')

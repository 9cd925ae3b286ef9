import type { ReactNode } from 'react'

/** One of several values, or several of them. */
export interface ChoiceFilter {
  kind: 'choice'
  label: string
  isMultiple: boolean
  options: readonly { value: string; label: string; mark?: ReactNode }[]
  selected: readonly string[]
  onChange: (selected: string[]) => void
}

/** A part of a text. */
export interface TextFilter {
  kind: 'text'
  label: string
  value: string | undefined
  /** What to type, where it is not a part of the label's text. */
  hint?: string
  onChange: (value: string | undefined) => void
}

/** A filter of a list, in the URL by its owner. */
export type Filter = ChoiceFilter | TextFilter

/** Whether a filter narrows the list. */
export function isSet(filter: Filter): boolean {
  return filter.kind === 'text' ? Boolean(filter.value) : filter.selected.length > 0
}

/** Takes a filter away. */
export function clearFilter(filter: Filter): void {
  if (filter.kind === 'text') filter.onChange(undefined)
  else filter.onChange([])
}

/** Tells filters apart: one that may be repeated is there once for each of its values. */
export const filterKey = (filter: Filter) => `${filter.label} ${wordsOf(filter)}`

/** What a filter asks for, in words: "Incomplete or Non-compliant". */
export function wordsOf(filter: Filter): string {
  if (filter.kind === 'text') return filter.value ?? ''
  return filter.selected
    .map((value) => filter.options.find((option) => option.value === value)?.label ?? value)
    .join(' or ')
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { environmentTypes } from '#contract/environment/environment-type.ts'
import { counted } from '#domain/common/counted.ts'
import { TokenField } from '#web/form/token-field.tsx'
import { knownTagsOf } from './known-records.ts'
import type { EditedSelector } from './selector.ts'

type Kind = 'name' | 'tag' | 'type' | 'pattern'

/** Key of a token; its value may itself have colons: "tag:tier:prod". */
const keyOf = (kind: Kind, value: string) => `${kind}:${value}`
function partsOf(key: string): { kind: Kind; value: string } {
  const end = key.indexOf(':')
  return { kind: key.slice(0, end) as Kind, value: key.slice(end + 1) }
}

const labelOf = (kind: Kind, value: string) => (kind === 'name' ? value : `${kind} ${value}`)

const optionOf = (kind: Kind, value: string, note: string) => ({
  value: keyOf(kind, value),
  label: labelOf(kind, value),
  note,
})

/** Options of one kind; more are found by typing. */
const maxOptions = 8

const partOfName = /^[a-zA-Z0-9\-_.~]*$/
const tagPattern = /^[a-zA-Z0-9][a-zA-Z0-9\-_.~]*(:.+)?$/

/** The first of the messages that a form has about a selector and its parts. */
export const selectorError = (
  errors: { [K in 'message' | keyof EditedSelector]?: unknown } | undefined,
): string | null => {
  const { message, tags, types, name_pattern } = errors ?? {}
  for (const one of [{ message }, tags, types, name_pattern].flat()) {
    if (one instanceof Object && 'message' in one && one.message) return String(one.message)
  }
  return null
}

/** Records in one field of tokens: some by name, and those that have the tags, types and pattern. */
export function SelectorField(props: {
  org: string
  record: 'environment' | 'flow'
  label: string
  /** Names to choose from by the typed text; absent where records are not chosen by name. */
  named?: {
    selected: readonly string[]
    /** Undefined until they answer the text. */
    found: readonly string[] | undefined
    onText: (text: string) => void
    onChange: (selected: string[]) => void
  }
  selector: EditedSelector
  error: string | null
  hint: ReactNode
  onChange: (selector: EditedSelector) => void
}) {
  const { org, record, named, selector, onChange } = props
  const [text, setText] = useState('')
  const known = useQuery({ ...knownTagsOf(org, record), placeholderData: keepPreviousData }).data
  const chosen = [
    ...(named?.selected ?? []).map((name) => keyOf('name', name)),
    ...selector.types.map((type) => keyOf('type', type)),
    ...(selector.name_pattern ? [keyOf('pattern', selector.name_pattern)] : []),
    ...selector.tags.map((tag) => keyOf('tag', tag)),
  ]
  const countOf = (tag: string) => known?.find((one) => one.text === tag)?.count ?? 0
  const type = (next: string) => {
    setText(next)
    named?.onText(next.trim())
  }
  return (
    <TokenField
      label={props.label}
      placeholder={named ? 'Name, tag, type or pattern' : placeholders[record]}
      none="Nothing of this name, tag or type."
      text={text}
      onText={type}
      tokens={chosen.map((key) => {
        const { kind, value } = partsOf(key)
        const label = labelOf(kind, value)
        if (kind !== 'tag' || !known) return { key, label }
        return { key, label, note: `${countOf(value)}`, isIdle: countOf(value) === 0 }
      })}
      options={optionsOf(record, text.trim(), named ? named.found : [], known)?.filter(
        ({ value }) => !chosen.includes(value),
      )}
      error={props.error}
      hint={props.hint}
      onAdd={(key) => {
        const { kind, value } = partsOf(key)
        if (kind === 'name') named?.onChange([...named.selected, value].sort())
        else onChange(withPart(selector, kind, value))
      }}
      onRemove={(key) => {
        const { kind, value } = partsOf(key)
        if (kind === 'name') named?.onChange(named.selected.filter((name) => name !== value))
        else onChange(withoutPart(selector, kind, value))
      }}
    />
  )
}

const placeholders = { environment: 'Tag, type or pattern', flow: 'Tag or pattern' }

/** Options for the text: names, tags, types, then a tag and a pattern as they were typed. */
function optionsOf(
  record: 'environment' | 'flow',
  text: string,
  names: readonly string[] | undefined,
  known: readonly { text: string; count: number }[] | undefined,
) {
  // Names come first: before they are there, Enter would choose what comes after them.
  if (!known || (!names && partOfName.test(text))) return undefined
  const lower = text.toLowerCase()
  const holds = (value: string) => value.toLowerCase().includes(lower)
  const tags = known.filter((tag) => holds(tag.text)).slice(0, maxOptions)
  const types = record === 'environment' ? environmentTypes.filter(holds) : []
  const pattern = text.includes('*') ? text : `${text}*`
  return [
    ...(names ?? []).slice(0, maxOptions).map((name) => optionOf('name', name, '')),
    ...tags.map((tag) => optionOf('tag', tag.text, counted(tag.count, record))),
    ...types.map((type) => optionOf('type', type, '')),
    ...(tagPattern.test(text) && !known.some((tag) => tag.text === text)
      ? [optionOf('tag', text, `no ${record} yet`)]
      : []),
    ...(text ? [optionOf('pattern', pattern, `any ${record} of such a name`)] : []),
  ]
}

function withPart(selector: EditedSelector, kind: Exclude<Kind, 'name'>, value: string) {
  if (kind === 'pattern') return { ...selector, name_pattern: value }
  if (kind === 'tag') return { ...selector, tags: [...selector.tags, value] }
  const types = environmentTypes.filter((type) => type === value || selector.types.includes(type))
  return { ...selector, types }
}

function withoutPart(selector: EditedSelector, kind: Exclude<Kind, 'name'>, value: string) {
  if (kind === 'pattern') return { ...selector, name_pattern: '' }
  if (kind === 'tag') return { ...selector, tags: selector.tags.filter((tag) => tag !== value) }
  return { ...selector, types: selector.types.filter((type) => type !== value) }
}

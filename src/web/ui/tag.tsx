import type { ReactNode } from 'react'

/** A small framed word: a tag, or a remark such as "unexpected". */
export function Tag(props: { children: ReactNode }) {
  return (
    <span className="inline-block max-w-full truncate rounded-tag border border-line px-1.5 text-meta leading-[1.125rem] text-muted">
      {props.children}
    </span>
  )
}

const labelsOf = (tags: Record<string, string>) =>
  Object.entries(tags)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => (value ? `${key}:${value}` : key))

/** Letters that the frame of a tag takes the place of. */
const frame = 2

/** The first labels that have room together; one at least. */
function fittingOf(labels: readonly string[], room: number): string[] {
  let used = 0
  return labels.filter((label, index) => {
    used += label.length + frame
    return index === 0 || used <= room
  })
}

/**
 * All tags of a thing, `key:value` or the key alone, by key. In a cell with `room` for so many letters,
 * those that fit, and how many more there are; the first one always stands.
 */
export function Tags(props: { tags: Record<string, string>; room?: number }) {
  const labels = labelsOf(props.tags)
  const fitting = fittingOf(labels, props.room ?? Infinity)
  const more = labels.slice(fitting.length)
  return (
    <span className="inline-flex max-w-full items-center gap-1 align-middle max-md:flex-wrap">
      {fitting.map((label) => (
        <Tag key={label}>{label}</Tag>
      ))}
      {more.length > 0 && (
        <span className="flex shrink-0" title={labels.join(', ')}>
          <Tag>
            <span className="sr-only">and {more.join(', ')}</span>
            <span aria-hidden="true">+{more.length}</span>
          </Tag>
        </span>
      )}
    </span>
  )
}

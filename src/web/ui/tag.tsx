import type { ReactNode } from 'react'

/** A small framed word: a tag, or a remark such as "unexpected". */
export function Tag(props: { children: ReactNode }) {
  return (
    <span className="inline-block max-w-full truncate rounded-tag border border-line px-1.5 text-meta leading-[18px] text-muted">
      {props.children}
    </span>
  )
}

/** All tags of a thing, `key:value` or the key alone. */
export function Tags(props: { tags: Record<string, string> }) {
  return (
    <span className="inline-flex max-w-full gap-1 align-middle">
      {Object.entries(props.tags).map(([key, value]) => (
        <Tag key={key}>{value ? `${key}:${value}` : key}</Tag>
      ))}
    </span>
  )
}

import { type ReactNode, useDeferredValue, useState } from 'react'
import { CopyButton } from './copy-button.tsx'

const pageSize = 100
const maxTextLength = 2_000

/** Any JSON as a tree that opens and closes, long lists a hundred at a time; with a search by key and value. */
export function JsonTree(props: { value: unknown; searchable?: string }) {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  return (
    <div className="overflow-x-auto rounded-base border border-line bg-surface px-3 py-2 font-mono text-code wrap-anywhere">
      {props.searchable && (
        <input
          type="search"
          aria-label={props.searchable}
          placeholder={props.searchable}
          value={text}
          className="mb-2 h-7 w-full rounded-base border border-control-border bg-bg px-2 font-sans text-table text-text max-md:h-11 max-md:text-lead"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {wanted ? (
        <Hits value={props.value} text={wanted} />
      ) : (
        <Branch path="" value={props.value} isOpen />
      )}
    </div>
  )
}

function Hits(props: { value: unknown; text: string }) {
  const hits = findInJson(props.value, props.text, pageSize + 1)
  if (hits.length === 0) return <p className="font-sans text-muted">Nothing here matches.</p>
  return (
    <>
      {hits.slice(0, pageSize).map(({ path, value }) => (
        <Branch key={path} name={path} path={path} value={value} />
      ))}
      {hits.length > pageSize && (
        <p className="font-sans text-muted">More than {pageSize} places match.</p>
      )}
    </>
  )
}

function Branch(props: { name?: string; path: string; value: unknown; isOpen?: boolean }) {
  const { name, path, value } = props
  const [isOpen, setOpen] = useState(props.isOpen ?? false)
  const [shown, setShown] = useState(pageSize)
  const label = name !== undefined && <span className="text-muted">{name}: </span>
  const isList = Array.isArray(value)
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (entries.length === 0) {
    return (
      <Line path={path}>
        {label}
        {clipped(JSON.stringify(value))}
      </Line>
    )
  }
  return (
    <Line path={path}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-6 py-0.5 pr-6 marker:text-muted">
          {label}
          <span className="text-muted">
            {isList ? `[${entries.length}]` : `{${entries.length}}`}
          </span>
        </summary>
        {isOpen && (
          <div className="border-l border-line-strong pl-4">
            {entries.slice(0, shown).map(([key, child]) => (
              <Branch key={key} name={key} path={childPath(path, key, isList)} value={child} />
            ))}
            {entries.length > shown && (
              <button
                type="button"
                className="text-accent hover:underline"
                onClick={() => setShown(shown + pageSize)}
              >
                {entries.length - shown} more
              </button>
            )}
          </div>
        )}
      </details>
    </Line>
  )
}

/** A line whose path can be copied; the button shows when one is there, and always on touch. */
function Line(props: { path: string; children: ReactNode }) {
  if (!props.path) return props.children
  return (
    <div className="relative [&:has(>div>button:focus-visible)>div]:opacity-100 [&:hover:not(:has(details_div:hover))>div]:opacity-100">
      {props.children}
      <div className="absolute -top-0.5 right-0 bg-surface opacity-0 pointer-coarse:opacity-100 max-md:-top-3">
        <CopyButton text={props.path} what={`Path ${props.path}`} />
      </div>
    </div>
  )
}

function clipped(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}

/** A match in JSON: its path as code would write it, and what stands there. */
interface JsonMatch {
  path: string
  value: unknown
}

/** The path of a child: `.key`, `["a key"]` or `[0]`. */
export function childPath(parent: string, key: string, isList: boolean): string {
  if (isList) return `${parent}[${key}]`
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return parent ? `${parent}.${key}` : key
  return `${parent}[${JSON.stringify(key)}]`
}

/** Parts whose key, or whose plain value, has a text in it, whatever the case; at most `limit`. */
export function findInJson(value: unknown, text: string, limit: number): JsonMatch[] {
  const wanted = text.toLowerCase()
  const found: JsonMatch[] = []
  const visit = (key: string, path: string, one: unknown) => {
    if (found.length >= limit) return
    const isBranch = typeof one === 'object' && one !== null
    const isHit =
      key.toLowerCase().includes(wanted) ||
      (!isBranch && String(one).toLowerCase().includes(wanted))
    if (isHit && path) found.push({ path, value: one })
    if (!isBranch) return
    const isList = Array.isArray(one)
    for (const [name, child] of Object.entries(one)) {
      visit(isList ? '' : name, childPath(path, name, isList), child)
    }
  }
  visit('', '', value)
  return found
}

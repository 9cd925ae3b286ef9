import { useState } from 'react'

const pageSize = 100

/** Any JSON as a tree that opens and closes; long lists come a hundred at a time. */
export function JsonTree(props: { value: unknown }) {
  return (
    <div className="overflow-x-auto rounded-base border border-line bg-surface px-3 py-2 font-mono text-code wrap-anywhere">
      <Branch value={props.value} isOpen />
    </div>
  )
}

function Branch(props: { name?: string; value: unknown; isOpen?: boolean }) {
  const { name, value } = props
  const [isOpen, setOpen] = useState(props.isOpen ?? false)
  const [shown, setShown] = useState(pageSize)
  const label = name !== undefined && <span className="text-muted">{name}: </span>
  if (typeof value !== 'object' || value === null) {
    return (
      <div>
        {label}
        {JSON.stringify(value)}
      </div>
    )
  }
  const entries = Object.entries(value)
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`
  if (entries.length === 0) {
    return (
      <div>
        {label}
        {Array.isArray(value) ? '[]' : '{}'}
      </div>
    )
  }
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="marker:text-muted">
        {label}
        <span className="text-muted">{size}</span>
      </summary>
      {isOpen && (
        <div className="border-l border-line-strong pl-4">
          {entries.slice(0, shown).map(([key, child]) => (
            <Branch key={key} name={key} value={child} />
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
  )
}

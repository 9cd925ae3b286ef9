import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { TextField } from '../form/text-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { readSha, shaPattern } from './groups.ts'
import { searchQuery } from './queries.ts'
import { SearchResults } from './search-results.tsx'

const pause = 200

/** A field for a commit or a fingerprint, and what starts with it; Enter opens the first. */
export function SearchDialog(props: { org: string; onClose: () => void }) {
  const { org, onClose } = props
  const [text, setText] = useState('')
  const sha = useDebouncedSearch(readSha(text))
  const box = useRef<HTMLDivElement>(null)
  const canSearch = shaPattern.test(sha)
  const query = useQuery({ ...searchQuery(org, sha), enabled: canSearch, retry: false })
  const links = () => [...(box.current?.querySelectorAll<HTMLAnchorElement>('a[data-found]') ?? [])]
  // The dialog, once it is open, gives the focus to its first control.
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const stops = [box.current?.querySelector('input'), ...links()]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    stops[Math.max(0, Math.min(at + step, stops.length - 1))]?.focus()
  }
  return (
    <Dialog title="Search commits and fingerprints" place="wide" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows move between its links */}
      <div ref={box} className="grid gap-2 px-4 pb-4" onKeyDown={move}>
        <form
          role="search"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            links()[0]?.click()
          }}
        >
          <TextField
            label="Commit or fingerprint, at least its first 5 characters"
            name="sha"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            error={null}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </form>
        <div aria-live="polite" className="min-h-24 text-table">
          {text.trim() !== '' && !canSearch && (
            <p className="text-muted">
              Commits and fingerprints are written with 0–9 and a–f: 5 to 64 characters find them.
            </p>
          )}
          {canSearch && query.isPending && <p className="text-muted">Searching</p>}
          {canSearch && query.isError && <Failure sha={sha} error={query.error} />}
          {canSearch && query.data && (
            <SearchResults org={org} sha={sha} result={query.data} onOpen={onClose} />
          )}
        </div>
      </div>
    </Dialog>
  )
}

function Failure(props: { sha: string; error: Error }) {
  const { error, sha } = props
  if (!(error instanceof ApiError) || error.status !== 404) {
    return <p>The search could not be made: {error.message}</p>
  }
  return (
    <p className="wrap-anywhere">
      No commit or fingerprint {sha.length >= 40 ? 'is' : 'starts with'}{' '}
      <code className="font-mono text-code">{sha}</code>.
    </p>
  )
}

/** A text once it has not changed for a moment. */
function useDebouncedSearch(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { FoundArtifact, SearchResult } from '#contract/search/search.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { ApiError } from '#web/api/api-error.ts'
import { verdictOfState, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { TextField } from '#web/form/field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { readSha, shaPattern, searchQuery, groupsOf } from './search.ts'

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

/** What a search found: commits and fingerprints, each with its artifacts. */
export function SearchResults(props: {
  org: string
  sha: string
  result: SearchResult
  onOpen: () => void
}) {
  const { org, sha, result, onOpen } = props
  const { commits, fingerprints } = result.resolved_to
  const shown = commits.matches.length + fingerprints.matches.length
  const total = commits.count + fingerprints.count
  return (
    <>
      <p className="mb-2 text-meta text-muted">
        {countLabels(commits.count, 'commit')}, {countLabels(fingerprints.count, 'fingerprint')}
        {total > shown && `; shown are the first ${shown}`}
      </p>
      <ul className="grid gap-3">
        {groupsOf(result).map(({ kind, match, artifacts }) => (
          <li key={`${kind} ${match}`}>
            <h3 className="text-meta font-medium text-muted">
              {kind === 'commit' ? 'Commit' : 'Fingerprint'}{' '}
              <span className="font-mono text-code" title={match}>
                <mark className="bg-transparent font-semibold text-text">{sha.slice(0, 12)}</mark>
                {match.slice(Math.min(sha.length, 12), 12)}
              </span>
            </h3>
            {artifacts.length === 0 && (
              <p className="text-muted">Its artifacts are not among the newest found.</p>
            )}
            <ul>
              {artifacts.map((artifact) => (
                <li key={`${artifact.flow} ${artifact.fingerprint}`}>
                  <FoundLink org={org} artifact={artifact} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}

const countLabels = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

const linkClass =
  '-mx-2 flex min-h-9 flex-wrap items-center gap-x-3 rounded-base px-2 py-1 text-text no-underline hover:bg-hover max-md:min-h-11'

function FoundLink(props: { org: string; artifact: FoundArtifact; onOpen: () => void }) {
  const { org, artifact, onOpen } = props
  const { flow, fingerprint } = artifact
  const face = <Face artifact={artifact} />
  if (!artifact.has_provenance) {
    return (
      <Link
        to="/$org/artifacts/$fingerprint"
        params={{ org, fingerprint }}
        data-found
        className={linkClass}
        onClick={onOpen}
      >
        {face}
      </Link>
    )
  }
  return (
    <Link
      to="/$org/flows/$flow/artifacts/$fingerprint"
      params={{ org, flow, fingerprint }}
      data-found
      className={linkClass}
      onClick={onOpen}
    >
      {face}
    </Link>
  )
}

function Face(props: { artifact: FoundArtifact }) {
  const { name, flow, compliance_state: state, running_in: running } = props.artifact
  return (
    <>
      <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
      {state === '' ? (
        <span className="text-muted">no provenance</span>
      ) : (
        <>
          <span className="text-muted">{flow}</span>
          <VerdictLabel verdict={verdictOfState[state as TrailState]} />
        </>
      )}
      <span className="ml-auto min-w-0 truncate text-meta text-muted">
        {running.length > 0 ? `runs in ${running.join(', ')}` : 'runs nowhere'}
      </span>
    </>
  )
}

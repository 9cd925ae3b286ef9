import { Link } from '@tanstack/react-router'
import type { FoundArtifact, SearchResult } from '#contract/search/search.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { verdictOfState } from '../ui/verdict-mark.tsx'
import { VerdictLabel } from '../ui/verdict-word.tsx'
import { groupsOf } from './groups.ts'

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

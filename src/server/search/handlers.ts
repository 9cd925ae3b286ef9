import type { SeenArtifact } from '#contract/artifact-run.ts'
import type { FoundArtifact, SearchResult } from '#contract/search.ts'
import { rankNames } from '#domain/nearest-name.ts'
import { artifactHistoriesOf, artifactStatesOf } from '../change/artifact-state.ts'
import { type Places, runningHistoriesOf, runningPlacesOf } from '../change/artifact-runs.ts'
import { onlySeenOf } from '../change/only-seen.ts'
import type { Handlers, OrgContext } from '../handler.ts'
import { notFound } from '../problem.ts'
import { findRenamed, listCandidates } from './name-queries.ts'
import { findCommits, findFingerprints, type FoundRow, listFound, type Matches } from './queries.ts'

/** More matches or artifacts than these are counted, but not listed. */
const mostListed = 50

const words = (places: Places['running']) =>
  places.map(({ environment_name, snapshot_index }) => `${environment_name}#${snapshot_index}`)

const placeWords = ({ running, exited }: Places) => ({
  running_in: words(running),
  exited_from: words(exited),
})

const fingerprintsOf = (some: readonly { fingerprint: string }[]) =>
  some.map((one) => one.fingerprint)

/** What an artifact without provenance has to say of itself. */
const unknown = {
  flow: '',
  git_commit: '',
  has_provenance: false,
  commit_url: '',
  build_url: '',
  html_url: '',
  compliance_state: '',
}

async function foundArtifacts(
  context: OrgContext,
  rows: FoundRow[],
  seen: SeenArtifact[],
): Promise<FoundArtifact[]> {
  const { org, orgName, links } = context
  const [states, histories, placesOf, runsOf] = await Promise.all([
    artifactStatesOf(org, rows),
    artifactHistoriesOf(org, rows),
    runningPlacesOf(org, fingerprintsOf(rows)),
    runningHistoriesOf(org, fingerprintsOf(seen)),
  ])
  const known = rows.map((row) => ({
    fingerprint: row.fingerprint,
    name: row.filename,
    flow: row.flow_name,
    git_commit: row.git_commit,
    has_provenance: true,
    commit_url: row.commit_url,
    build_url: row.build_url,
    html_url: links.artifact(orgName, row.flow_name, row.fingerprint, row.id),
    compliance_state: states.get(row.id) ?? 'INCOMPLETE',
    ...placeWords(placesOf(row.fingerprint)),
    history: histories.get(row.id) ?? [],
  }))
  const onlySeen = seen.map(({ fingerprint, name, ...places }) => ({
    ...unknown,
    fingerprint,
    name,
    ...placeWords(places),
    history: runsOf(fingerprint),
  }))
  return [...known, ...onlySeen].slice(0, mostListed)
}

function resolved(fingerprints: Matches, commits: Matches): SearchResult['resolved_to'] {
  const isOne = fingerprints.count + commits.count === 1
  const [one = ''] = [...fingerprints.first, ...commits.first]
  return {
    type: isOne ? (fingerprints.count === 1 ? 'fingerprint' : 'commit') : 'multiple',
    full_match: isOne ? one : '',
    fingerprints: {
      type: 'fingerprint',
      count: fingerprints.count,
      matches: fingerprints.first,
    },
    commits: { type: 'commit', count: commits.count, matches: commits.first },
  }
}

export const searchHandlers = {
  async searchBySha(context, { params }) {
    const { org } = context
    const sha = params.sha.toLowerCase()
    const [fingerprints, commits] = await Promise.all([
      findFingerprints(org, sha, mostListed),
      findCommits(org, sha, mostListed),
    ])
    if (fingerprints.count + commits.count === 0) throw notFound(`No matches for '${params.sha}'.`)
    const found = { fingerprints: fingerprints.first, commits: commits.first }
    const [rows, seen] = await Promise.all([
      listFound(org, found, mostListed),
      onlySeenOf(org, sha, mostListed),
    ])
    return {
      resolved_to: resolved(fingerprints, commits),
      artifacts: await foundArtifacts(context, rows, seen),
    }
  },

  async nearestNames({ org }, { query: { text } }) {
    const types = ['flow', 'environment'] as const
    const [candidates, ...renamed] = await Promise.all([
      listCandidates(org, text),
      ...types.map((type) => findRenamed(org, type, text)),
    ])
    return {
      matches: rankNames(text, candidates),
      renamed: types.flatMap((type, index) => {
        const id = renamed[index]
        return id ? [{ type, id }] : []
      }),
    }
  },
} satisfies Partial<Handlers>

import type { SeenArtifact } from '#contract/artifact/environments-of-artifact.ts'
import type { FoundArtifact, SearchResult } from '#contract/search/search.ts'
import { rankNames } from '#domain/search/match-name.ts'
import {
  type RunningEnvironments,
  runningHistoriesOf,
  findRunningEnvironments,
  listUnreportedArtifacts,
} from '#server/artifact/find-environments.ts'
import { artifactHistoriesOf } from '#server/artifact/read-artifacts.ts'
import { artifactStatesOf } from '#server/evaluation/artifact-state.ts'
import { notFound } from '#server/platform/problem.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { findRecords, readRecords } from './find-records.ts'
import {
  findRenamed,
  listCandidates,
  findCommits,
  findFingerprints,
  type FoundRow,
  listFound,
  type Matches,
} from './queries.ts'

/** Matches or artifacts listed at most; the rest is counted only. */
const maxListed = 50

const snapshotLabels = (environments: RunningEnvironments['running']) =>
  environments.map(
    ({ environment_name, snapshot_index }) => `${environment_name}#${snapshot_index}`,
  )

const environmentLabels = ({ running, exited }: RunningEnvironments) => ({
  running_in: snapshotLabels(running),
  exited_from: snapshotLabels(exited),
})

const fingerprintsOf = (some: readonly { fingerprint: string }[]) =>
  some.map((one) => one.fingerprint)

/** Fields of an artifact without provenance. */
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
  const [states, histories, environmentsOf, runsOf] = await Promise.all([
    artifactStatesOf(org, rows),
    artifactHistoriesOf(org, rows),
    findRunningEnvironments(org, fingerprintsOf(rows)),
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
    ...environmentLabels(environmentsOf(row.fingerprint)),
    history: histories.get(row.id) ?? [],
  }))
  const onlySeen = seen.map(({ fingerprint, name, ...environments }) => ({
    ...unknown,
    fingerprint,
    name,
    ...environmentLabels(environments),
    history: runsOf(fingerprint),
  }))
  return [...known, ...onlySeen].slice(0, maxListed)
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
      findFingerprints(org, sha, maxListed),
      findCommits(org, sha, maxListed),
    ])
    if (fingerprints.count + commits.count === 0) throw notFound(`No matches for '${params.sha}'.`)
    const found = { fingerprints: fingerprints.first, commits: commits.first }
    const [rows, seen] = await Promise.all([
      listFound(org, found, maxListed),
      listUnreportedArtifacts(org, sha, maxListed),
    ])
    return {
      resolved_to: resolved(fingerprints, commits),
      artifacts: await foundArtifacts(context, rows, seen),
    }
  },

  searchRecords: (context, { query }) => findRecords(context, query),

  readRecords: (context, { query }) => readRecords(context, query),

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

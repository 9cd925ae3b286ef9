import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { artifactsNamedQuery } from '#web/artifact/queries.ts'
import { buildListQuery } from '#web/build/queries.ts'
import { readSha, shaPattern, searchQuery } from '#web/search/search.ts'

/** An artifact to ask about. */
export interface Candidate {
  fingerprint: string
  /** As it was reported, with where it is kept. */
  name: string
  /** Its flow and trail. */
  about: string
  /** Null where it was only seen running, or is known by its hash alone. */
  state: TrailState | null
  qualifiers?: Qualifiers | undefined
  builtAt: number | null
}

/** Recent builds offered where nothing is written. */
const maxRecent = 8

/** Artifacts that a text finds by fingerprint, commit or name; without a text the newest builds. */
export function useCandidates(org: string, text: string) {
  const sha = readSha(text)
  const isSha = shaPattern.test(sha)
  const found = useQuery({ ...searchQuery(org, sha), enabled: isSha, retry: false })
  const named = useQuery({
    ...artifactsNamedQuery(org, text),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  const builds = useQuery({ ...buildListQuery(org, { per_page: maxRecent }), enabled: text === '' })
  const listed = text === '' ? builds : named
  const byName = (listed.data?.data ?? []).map((one): Candidate => ({
    fingerprint: one.fingerprint,
    name: one.filename,
    about: aboutOf(one.flow_name, one.trail_name),
    state: one.state,
    qualifiers: one.qualifiers,
    builtAt: one.created_at,
  }))
  const bySha = (found.data?.artifacts ?? []).map(({ fingerprint, name, flow }): Candidate => ({
    fingerprint,
    name,
    about: flow || 'only seen running',
    state: null,
    builtAt: null,
  }))
  const all = [...byName, ...(isSha ? bySha : [])]
  // Of one artifact that was found in both ways, what is known more of stays.
  const candidates = [
    ...new Map(all.toReversed().map((one) => [one.fingerprint, one])).values(),
  ].toReversed()
  return {
    candidates,
    hasMore: text !== '' && named.data?.has_more === true,
    isLooking: listed.isFetching || (isSha && found.isFetching),
  }
}

/** Flow and trail; a trail that bears the name of its flow stands for both. */
const aboutOf = (flow: string, trail: string | null) =>
  trail?.startsWith(flow) ? trail : [flow, trail].filter(Boolean).join(' / ')

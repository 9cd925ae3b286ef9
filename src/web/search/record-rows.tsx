import type { AnyRouter } from '@tanstack/react-router'
import {
  Box,
  FileCheck,
  GitBranch,
  GitCommitHorizontal,
  type LucideIcon,
  ScrollText,
  Server,
  ShieldCheck,
  Tag,
  User,
} from 'lucide-react'
import type { FoundRecords, SearchKind } from '#contract/search/record-search.ts'
import { counted } from '#domain/common/counted.ts'
import { isStale } from '#domain/environment/stale-report.ts'
import { hashIn, isHashStart } from '#domain/search/search-text.ts'
import { lastSeenText } from '#web/domain-ui/last-seen-text.ts'
import { verdictOfRunning, verdictOfState } from '#web/domain-ui/verdict.tsx'
import { dayOf, relativeOf } from '#web/ui/time-text.ts'
import { pageOf } from './record-page.ts'
import { Hint, Matched, type SearchGroup, type SearchRow, type Target, linkTo } from './rows.tsx'

/** Where found records are shown: what was searched, in which organization, and when. */
export interface Shown {
  router: AnyRouter
  org: string
  text: string
  now: number
}

/** Icons of records by kind. */
export const recordIcons = {
  flow: GitBranch,
  trail: GitBranch,
  environment: Server,
  artifact: Box,
  policy: ScrollText,
  control: ShieldCheck,
  person: User,
  tag: Tag,
  type: FileCheck,
  commit: GitCommitHorizontal,
} as const satisfies Partial<Record<SearchKind, LucideIcon>>

type Of<Kind extends keyof FoundRecords> = FoundRecords[Kind]['matches'][number]

/** How long something has been so: "for 17 h", "since 9 Nov". */
function sinceText(at: number, now: number): string {
  const age = relativeOf(at, now)
  if (age === 'now') return 'just now'
  return /^\d+ (s|min|h|d)$/.test(age) ? `for ${age}` : `since ${age}`
}

/** A row of a record, by its name, its note and its address. */
function rowOf(
  { router, text }: Shown,
  kind: keyof typeof recordIcons,
  record: {
    id: string
    name: string
    note?: string
    page: Target
    hint?: SearchRow['hint']
    isCode?: boolean
    /** Further text that may hold the match. */
    found?: string
  },
): SearchRow {
  const { id, isCode, name, note = '', page, hint, found = '' } = record
  return {
    id: `${kind} ${id}`,
    icon: recordIcons[kind],
    name: isCode ? (
      <code className="font-mono text-code">
        <Matched text={hashIn(text)} of={name} />
      </code>
    ) : (
      <Matched text={text} of={name} />
    ),
    note: note && <Matched text={text} of={note} />,
    hint: hint ?? <Hint />,
    found: `${name} ${note} ${found}`,
    ...linkTo(router, page),
  }
}

/** A row of a flow. */
export const flowRow = (shown: Shown, flow: Of<'flows'>): SearchRow =>
  rowOf(shown, 'flow', {
    id: flow.name,
    name: flow.name,
    note: flow.description,
    page: pageOf(shown.org, { kind: 'flow', id: flow.name }),
    hint:
      flow.state === null ? (
        <Hint>No trail</Hint>
      ) : (
        <Hint verdict={{ ...flow, verdict: verdictOfState[flow.state] }} />
      ),
  })

/** A row of a trail. */
export const trailRow = (shown: Shown, trail: Of<'trails'>): SearchRow =>
  rowOf(shown, 'trail', {
    id: `${trail.flow_name} ${trail.name}`,
    name: trail.name,
    note: [trail.flow_name, trail.commit_message].filter(Boolean).join(' · '),
    page: pageOf(shown.org, { kind: 'trail', id: trail.name, flow: trail.flow_name }),
    hint: (
      <Hint verdict={{ ...trail, verdict: verdictOfState[trail.state] }}>
        , {dayOf(trail.created_at, shown.now)}
      </Hint>
    ),
  })

/** A row of an environment. */
export function environmentRow(shown: Shown, environment: Of<'environments'>): SearchRow {
  const { name, type, policy_count, qualifiers, since, stale_at } = environment
  const verdict = verdictOfRunning(environment.state)
  const stale = isStale(stale_at, shown.now)
  const policies = { 0: 'no policy', 1: '1 policy' }[policy_count] ?? `${policy_count} policies`
  return rowOf(shown, 'environment', {
    id: name,
    name,
    note: `${type}, ${policies}`,
    page: pageOf(shown.org, { kind: 'environment', id: name }),
    hint: (
      <Hint verdict={{ verdict, qualifiers, isStale: stale }}>
        {!stale && ` ${sinceText(since, shown.now)}`}
      </Hint>
    ),
  })
}

/** Where an artifact runs: "runs in prod-eu and 2 more, in 1 of the 3 when last seen". */
export function placesText({
  running_in: environments,
  stale_in: stale,
}: Pick<Of<'artifacts'>, 'running_in' | 'stale_in'>): string {
  const [first, ...more] = environments
  if (first === undefined) return 'runs nowhere'
  const others = more.length > 0 ? ` and ${more.length} more` : ''
  const seen = lastSeenText({ stale: stale.length, all: environments.length })
  return `runs in ${first}${others}${seen}`
}

/** A row of an artifact. */
export function artifactRow(shown: Shown, artifact: Of<'artifacts'>): SearchRow {
  const { name, fingerprint, flow_name: flow, state } = artifact
  return rowOf(shown, 'artifact', {
    id: `${flow ?? ''} ${fingerprint}`,
    name: name.slice(name.lastIndexOf('/') + 1),
    note: flow === null ? fingerprint.slice(0, 12) : `${flow} · ${fingerprint.slice(0, 12)}`,
    found: `${name} ${fingerprint}`,
    page: pageOf(shown.org, { kind: 'artifact', id: fingerprint, flow: flow ?? '' }),
    hint:
      state === null ? (
        <Hint>No provenance, {placesText(artifact)}</Hint>
      ) : (
        <Hint verdict={{ ...artifact, verdict: verdictOfState[state] }}>
          , {placesText(artifact)}
        </Hint>
      ),
  })
}

/** A row of a policy. */
const policyRow = (shown: Shown, policy: Of<'policies'>): SearchRow =>
  rowOf(shown, 'policy', {
    id: policy.name,
    name: policy.name,
    note: policy.description,
    page: pageOf(shown.org, { kind: 'policy', id: policy.name }),
    hint: <Hint>in {counted(policy.environment_count, 'environment')}</Hint>,
  })

/** A row of a control. */
const controlRow = (shown: Shown, control: Of<'controls'>): SearchRow =>
  rowOf(shown, 'control', {
    id: control.identifier,
    name: control.identifier,
    note: control.name,
    page: pageOf(shown.org, { kind: 'control', id: control.identifier }),
  })

const personRow = (shown: Shown, person: Of<'people'>): SearchRow =>
  rowOf(shown, 'person', {
    id: `${person.is_service_account} ${person.name}`,
    name: person.name,
    note: person.is_service_account ? 'service account' : 'member',
    page: person.is_service_account
      ? {
          to: '/$org/settings/service-accounts/$name',
          params: { org: shown.org, name: person.name },
        }
      : { to: '/$org/settings/members', params: { org: shown.org }, search: { q: person.name } },
    hint: <Hint>{person.role}</Hint>,
  })

const lists = {
  flow: '/$org/flows',
  environment: '/$org/environments',
  control: '/$org/controls',
} as const

const tagRow = (shown: Shown, { tag, resource_type, count }: Of<'tags'>): SearchRow =>
  rowOf(shown, 'tag', {
    id: `${resource_type} ${tag}`,
    name: tag,
    note: `${resource_type}s`,
    page: { to: lists[resource_type], params: { org: shown.org }, search: { tag: [tag] } },
    hint: <Hint>{counted(count, resource_type)}</Hint>,
  })

const commitRow = (shown: Shown, { commit, message, author }: Of<'commits'>): SearchRow =>
  rowOf(shown, 'commit', {
    id: commit,
    name: commit.slice(0, Math.max(12, shown.text.length)),
    isCode: true,
    note: message,
    found: commit,
    page: {
      to: '/$org/attestations',
      params: { org: shown.org },
      search: { by: 'commit', commit_list: [commit] },
    },
    hint: <Hint>{author.split(' <', 1)[0]}</Hint>,
  })

/**
 * The records that the service found, in groups. Under a commit its trails come first, under a
 * fingerprint the artifact that it is of.
 */
export function recordGroups(shown: Shown, found: FoundRecords): SearchGroup[] {
  const group = <Item,>(
    label: string,
    kind: SearchKind,
    { matches, has_more }: { matches: Item[]; has_more: boolean },
    row: (shown: Shown, item: Item) => SearchRow,
  ): SearchGroup => ({
    label,
    kind,
    rows: matches.map((item) => row(shown, item)),
    hasMore: has_more,
  })
  const artifacts = group('Artifacts', 'artifact', found.artifacts, artifactRow)
  const isFingerprint = isHashStart(shown.text) && found.commits.matches.length === 0
  return [
    group('Commits', 'commit', found.commits, commitRow),
    ...(isFingerprint ? [artifacts] : []),
    group('Flows', 'flow', found.flows, flowRow),
    group('Trails', 'trail', found.trails, trailRow),
    group('Environments', 'environment', found.environments, environmentRow),
    ...(isFingerprint ? [] : [artifacts]),
    group('Policies', 'policy', found.policies, policyRow),
    group('Controls', 'control', found.controls, controlRow),
    group('People', 'person', found.people, personRow),
    group('Tags', 'tag', found.tags, tagRow),
  ]
}

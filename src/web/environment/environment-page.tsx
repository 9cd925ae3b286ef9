import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ArchivedNote } from '../action/archived-note.tsx'
import { call } from '../api/call.ts'
import { buttonClass } from '../ui/button.tsx'
import { useMediaQuery } from '../ui/media-query.ts'
import { Page } from '../ui/page.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { Loading } from '../ui/skeleton.tsx'
import { StaleSign, useStale } from '../ui/stale-sign.tsx'
import { Tags } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time.tsx'
import { verdicts } from '../ui/verdict-mark.tsx'
import { VerdictPill } from '../ui/verdict-word.tsx'
import { useWhyKey, WhyLink } from '../ui/why-link.tsx'
import { Description } from './description.tsx'
import { EnvironmentTabs } from './environment-tabs.tsx'
import { PoliciesFact } from './policies-fact.tsx'
import { environmentQuery } from './queries.ts'
import { verdictOfEnvironment } from './verdict.ts'

/** The frame of every tab of an environment: how it stands, what it is, and the other tabs. */
export function EnvironmentPage(props: {
  org: string
  env: string
  /** What the tab shows, for the document's title; the first tab says nothing. */
  tab?: string
  /** Last in line, so that what every tab says stays where it is. */
  facts?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { org } = props
  const { data: environment } = useSuspenseQuery(environmentQuery(org, props.env))
  const { name, type, included_environments: members } = environment
  const verdict = verdictOfEnvironment(environment)
  const { why } = useSearch({ strict: false })
  const isPhone = useMediaQuery('(width < 768px)')
  useWhyKey()
  const restore = () => call('putEnvironment', { params: { org }, body: { name, type } })
  return (
    <Page
      title={[...(props.tab ? [props.tab] : []), name, 'Environments', org]}
      heading={name}
      isCovered={isPhone && why !== undefined}
      beside={
        <>
          <VerdictPill verdict={verdict} isStale={useStale(environment.stale_at)} />
          <StaleSign at={environment.stale_at} />
          <WhyLink
            of="environment"
            name={`Why is ${name} ${verdicts[verdict].label.toLowerCase()}?`}
            className="max-md:-my-3 max-md:py-3"
          />
          <span className="text-muted">
            since <TimeAgo at={environment.since} suffix />
          </span>
          <Description key={name} org={org} environment={environment} />
        </>
      }
      facts={
        <>
          <span>{type}</span>
          <When word="Reported" at={environment.last_reported_at} />
          <When word="Changed" at={environment.last_changed_at} />
          <PoliciesFact org={org} environment={environment} />
          {members && <Members org={org} env={name} names={members} />}
          {Object.keys(environment.tags).length > 0 && <Tags tags={environment.tags} />}
          {props.facts}
        </>
      }
      actions={
        <>
          {props.actions}
          {props.tab === undefined && environment.archived_at === null && (
            <Link
              to="/$org/can-i-deploy"
              params={{ org }}
              search={{ environment: [name] }}
              className={buttonClass()}
            >
              Can I deploy here?
            </Link>
          )}
          {props.tab !== 'Diff' && <CompareLink org={org} env={name} />}
        </>
      }
    >
      <ArchivedNote
        org={org}
        name={name}
        one="environment"
        kind="environment_unarchived"
        needs="snapshotter"
        archivedAt={environment.archived_at}
        activate={restore}
      />
      <EnvironmentTabs org={org} env={name} />
      {props.children}
    </Page>
  )
}

function When(props: { word: string; at: number | null }) {
  return (
    <span>
      {props.at === null ? (
        `Never ${props.word.toLowerCase()}`
      ) : (
        <>
          {props.word}
          <span className="font-medium text-text">
            <TimeAgo at={props.at} suffix />
          </span>
        </>
      )}
    </span>
  )
}

/** The way to two snapshots beside each other, of this environment or of two. */
function CompareLink(props: { org: string; env: string }) {
  const navigate = useNavigate()
  const to = { to: '/$org/environments/$env/diff', params: props } as const
  useShortcuts([{ key: 'c', label: 'Compare snapshots', run: () => void navigate(to) }])
  return (
    <Link {...to} className={buttonClass()}>
      Compare
    </Link>
  )
}

const shown = 5

function Members(props: { org: string; env: string; names: readonly string[] }) {
  const { org, env, names } = props
  if (names.length === 0) return <span>Includes no environment yet</span>
  const more = names.length - shown
  return (
    <span className="flex-wrap" title={names.join(', ')}>
      Includes
      {names.slice(0, shown).map((member) => (
        <Link
          key={member}
          to="/$org/environments/$env"
          params={{ org, env: member }}
          className="max-w-full truncate text-text hover:underline"
        >
          {member}
        </Link>
      ))}
      {more > 0 && (
        <Link
          to="/$org/environments/$env/settings"
          params={{ org, env }}
          className="hover:underline"
        >
          and {more} more
        </Link>
      )}
    </span>
  )
}

/** A tab of an environment while it loads: heading and tabs are where they will be. */
export function EnvironmentPending(props: { tab: string; children: ReactNode }) {
  const { org = '', env = '' } = useParams({ strict: false })
  return (
    <Page
      title={[props.tab, env, 'Environments', org]}
      heading={env || <Loading />}
      facts={<Loading />}
    >
      <EnvironmentTabs org={org} env={env} />
      {props.children}
    </Page>
  )
}

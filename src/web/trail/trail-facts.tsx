import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { linkOf } from '#contract/common/fields.ts'
import type { Trail } from '#contract/trail/trail.ts'
import { buildLabel } from '#web/domain-ui/build-label.ts'
import { SafeLink, safeUrl } from '#web/ui/safe-link.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { CommitLine } from './commit-line.tsx'
import type { ListFilters } from './queries.ts'

/**
 * The description of a trail; empty where it repeats its commit, behind no more than a ticket that
 * is one of its links.
 */
export function ownDescription({ description, git_commit_info, external_urls }: Trail): string {
  const [subject = ''] = (git_commit_info?.message ?? '').trim().split('\n', 1)
  if (subject === '' || !description.trim().endsWith(subject)) return description
  const before = description.trim().slice(0, -subject.length).trimEnd().replace(/:$/, '')
  return before === '' || Object.hasOwn(external_urls ?? {}, before) ? '' : description
}

/** The line below a trail's name: where it comes from, and when. */
export function TrailFacts(props: {
  org: string
  trail: Trail
  /** Links to pull requests in its evidence. */
  pullRequests: ReactNode
  /** Of the list that one came from: the way back leads there. */
  filters: ListFilters
}) {
  const { org, trail } = props
  return (
    <>
      {trail.git_commit_info && (
        <span className="text-text" style={{ maxWidth: '24rem' }}>
          <CommitLine commit={trail.git_commit_info} />
        </span>
      )}
      {props.pullRequests}
      {trail.origin_url && (
        <span>
          <Build url={trail.origin_url} />
        </span>
      )}
      {Object.entries(trail.external_urls ?? {}).map(([label, value]) => (
        <ExternalUrl key={label} label={label} value={value} />
      ))}
      <span>
        Started <TimeAgo at={trail.created_at} suffix />
      </span>
      <span>
        Last change <TimeAgo at={trail.last_modified_at} suffix />
      </span>
      <span>by {trail.created_by}</span>
      <Repository trail={trail} />
      <span>
        Flow{' '}
        <Link
          to="/$org/flows/$flow/trails"
          params={{ org, flow: trail.flow.name }}
          search={props.filters}
          activeOptions={{ exact: true }}
          className="text-text hover:underline"
        >
          {trail.flow.name}
        </Link>
      </span>
    </>
  )
}

/** A link by its label; of any other shape, what was sent. */
function ExternalUrl({ label, value }: { label: string; value: unknown }) {
  const link = linkOf(value)
  return (
    <span>
      {link ? (
        <SafeLink href={link.href}>{label}</SafeLink>
      ) : (
        `${label}: ${JSON.stringify(value).slice(0, 120)}`
      )}
    </span>
  )
}

/** The build by its number; its address is the link's. */
function Build({ url: text }: { url: string }) {
  const url = safeUrl(text)
  return <SafeLink href={text}>{url && buildLabel(url)}</SafeLink>
}

function Repository(props: { trail: Trail }) {
  const { repo_info } = props.trail
  const name = repo_info?.name || repo_info?.url
  if (!repo_info || !name) return null
  return (
    <span>
      Repository{' '}
      {repo_info.url ? (
        <SafeLink href={repo_info.url}>{name}</SafeLink>
      ) : (
        <span className="text-text">{name}</span>
      )}
    </span>
  )
}

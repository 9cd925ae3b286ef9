import { Link } from '@tanstack/react-router'
import { counted } from '#domain/common/counted.ts'
import type { OverrideRecord } from './queries.ts'

const linkClass = 'text-accent underline'

/** How many flows and environments the approval of exceptions applies to, with the way to them. */
export function ApprovalReach({ org, record }: { org: string; record: OverrideRecord }) {
  const { approval, approval_tags, environment_tags, flow_count, environment_count } = record
  if (approval === 'off') return 'Approval applies to no flow and no environment.'
  return (
    <>
      Approval applies to{' '}
      <Reach
        org={org}
        to="/$org/flows"
        count={counted(flow_count, 'flow')}
        tags={approval === 'all' ? [] : approval_tags}
      />{' '}
      and{' '}
      <Reach
        org={org}
        to="/$org/environments"
        count={counted(environment_count, 'environment')}
        tags={approval === 'all' ? [] : environment_tags}
      />
      .
    </>
  )
}

/** A count that leads to its list; of several tags, each leads to its own. */
function Reach(props: {
  org: string
  to: '/$org/flows' | '/$org/environments'
  count: string
  tags: string[]
}) {
  const { org, to, count, tags } = props
  const linkTo = (search: { tag?: string[] }, text: string) => (
    <Link to={to} params={{ org }} search={search} className={linkClass}>
      {text}
    </Link>
  )
  if (tags.length <= 1) return linkTo(tags.length === 1 ? { tag: tags } : {}, count)
  return (
    <>
      {count} by{' '}
      {tags.map((tag, index) => (
        <span key={tag}>
          {index > 0 && ', '}
          {linkTo({ tag: [tag] }, tag)}
        </span>
      ))}
    </>
  )
}

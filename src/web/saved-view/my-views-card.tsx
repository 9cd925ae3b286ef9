import { useQuery } from '@tanstack/react-query'
import { viewsQuery } from '#web/api/open-list.ts'
import { Card } from '#web/ui/card.tsx'
import { ViewList } from './view-list.tsx'

/** The views that only the person signed in sees, by organization. */
export default function MyViewsCard(props: { organizations: readonly string[] }) {
  return (
    <Card
      title="My views"
      answer="Lists with filters that you saved for yourself: Views, beside a list. A default opens its page."
    >
      <div className="pt-2">
        {props.organizations.map((org) => (
          <OwnViews key={org} org={org} isNamed={props.organizations.length > 1} />
        ))}
      </div>
    </Card>
  )
}

/** Nothing for an organization in which there are none. */
function OwnViews(props: { org: string; isNamed: boolean }) {
  const { org, isNamed } = props
  const { data, isError } = useQuery(viewsQuery(org))
  const views = data?.filter(({ scope }) => scope === 'personal') ?? []
  if (isError) {
    return <p className="px-4 pb-3 text-table text-muted">Views in {org} could not be loaded.</p>
  }
  if (views.length === 0) return null
  return (
    <>
      {isNamed && <h3 className="px-4 pt-1 pb-2 text-table font-medium">{org}</h3>}
      <ViewList org={org} views={views} refusal={null} />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { viewsQuery } from '../api/view-query.ts'
import { Card } from '../ui/card.tsx'
import { ViewList } from './view-list.tsx'

/** The views that only the person signed in sees, by organization (product.md 3.25). */
export default function MyViewsCard(props: { organizations: readonly string[] }) {
  return (
    <Card
      title="My views"
      answer="Lists with filters, saved under a name; a default opens its page."
    >
      <div className="pt-2">
        {props.organizations.map((org) => (
          <OwnViews key={org} org={org} isNamed={props.organizations.length > 1} />
        ))}
      </div>
    </Card>
  )
}

function OwnViews(props: { org: string; isNamed: boolean }) {
  const { org, isNamed } = props
  const { data, isError } = useQuery(viewsQuery(org))
  const views = data?.filter(({ scope }) => scope === 'personal') ?? []
  return (
    <>
      {isNamed && <h3 className="px-4 pt-2 pb-1 text-table font-medium">{org}</h3>}
      {views.length > 0 ? (
        <ViewList org={org} views={views} refusal={null} />
      ) : (
        <p className="px-4 pb-3 text-table text-muted">
          {isError
            ? 'Views could not be loaded.'
            : data
              ? 'None yet: narrow a list, then choose Views and Save view.'
              : 'Loading'}
        </p>
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { counted } from '#domain/common/counted.ts'
import { viewsQuery } from '#web/api/open-list.ts'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { ViewList } from './view-list.tsx'

/** The views that everybody in the organization can open. */
export default function TeamViewsCard(props: { org: string; refusal: string | null }) {
  const { data, isError } = useQuery(viewsQuery(props.org))
  const views = data?.filter(({ scope }) => scope === 'team')
  return (
    <SettingsSection
      title="Team views"
      explanation={
        <p>
          {views && views.length > 0
            ? `${counted(views.length, 'saved list')} that everybody here can open. A personal default takes precedence over that of the team.`
            : 'Lists with filters, saved under a name, that everybody here can open.'}
        </p>
      }
    >
      {views && views.length > 0 ? (
        <ViewList org={props.org} views={views} refusal={props.refusal} />
      ) : (
        <p className="p-4 text-table text-muted">
          {isError ? (
            'Views could not be loaded.'
          ) : views ? (
            'None yet: narrow a list, then choose Views, Save view, and Team.'
          ) : (
            <Bone width={240} />
          )}
        </p>
      )}
    </SettingsSection>
  )
}

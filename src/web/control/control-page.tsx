import type { ReactNode } from 'react'
import { type Control, type ControlVersion, unarchiveControl } from '#contract/control/control.ts'
import { call } from '#web/api/call.ts'
import { HistoryLink } from '#web/domain-ui/history-link.tsx'
import { ArchivedNote } from '#web/record/archived-note.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Tags } from '#web/ui/tag.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

const to = '/$org/controls/$control/{-$tab}'

/** The pages of a control, by the last segment of their address. */
export const controlTabs = ['decisions', 'coverage', 'versions'] as const
export type ControlTab = (typeof controlTabs)[number] | undefined

const tabs = [
  { label: 'Overview', to, params: { tab: undefined }, isExact: true },
  { label: 'Decisions', to, params: { tab: 'decisions' } },
  { label: 'Coverage', to, params: { tab: 'coverage' } },
  { label: 'Versions', to, params: { tab: 'versions' } },
] as const

/** The frame of a control: what it is, and whether it is in use. */
export function ControlPage(props: {
  org: string
  control: Control
  newest: ControlVersion | undefined
  tab: ControlTab
  actions: ReactNode
  children: ReactNode
}) {
  const { org, control, newest, tab } = props
  const { identifier, name, archived, tags, owner } = control
  const opened = tabs.find(({ params }) => params.tab === tab)
  return (
    <Page
      title={[...(tab && opened ? [opened.label] : []), identifier, 'Controls', org]}
      heading={identifier}
      beside={<span className="text-muted wrap-anywhere">{name}</span>}
      facts={
        <>
          {owner && (
            <span className="wrap-anywhere">
              Owner <span className="font-medium text-text">{owner}</span>
            </span>
          )}
          <span>
            Version <span className="font-medium text-text">{control.version}</span>
          </span>
          {newest && (
            <span>
              {newest.event} by {newest.created_by}
              <span className="font-medium text-text">
                <TimeAgo at={newest.timestamp} suffix />
              </span>
            </span>
          )}
          {Object.keys(tags).length > 0 && <Tags tags={tags} />}
          <HistoryLink org={org} type="control" name={identifier} />
        </>
      }
      actions={props.actions}
    >
      <ArchivedNote
        org={org}
        name={identifier}
        one="control"
        kind="control_unarchived"
        needs="admin"
        archivedAt={archived ? (newest?.timestamp ?? control.created_at) : null}
        consequence="It cannot be edited. Rules that name it still apply."
        activate={() => call(unarchiveControl, { params: { org, identifier } })}
      />
      <Tabs label={identifier} tabs={tabs} params={{ org, control: identifier }} />
      {props.children}
    </Page>
  )
}

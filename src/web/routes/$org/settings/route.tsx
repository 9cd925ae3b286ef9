import { createFileRoute, Outlet, useMatchRoute } from '@tanstack/react-router'
import { settingsSections } from '#web/shell/settings-sections.ts'
import { PageTabs } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

export const Route = createFileRoute('/$org/settings')({
  component: SettingsFrame,
  staticData: { crumb: 'Settings' },
})

/** The sections as tabs of each other. The page of one record has none: its breadcrumb leads back. */
function SettingsFrame() {
  const { org } = Route.useParams()
  const matchRoute = useMatchRoute()
  const isSection = settingsSections.some(({ to }) => matchRoute({ to, params: { org } }))
  return (
    <PageTabs
      value={isSection && <Tabs label="Settings" tabs={settingsSections} params={{ org }} />}
    >
      <Outlet />
    </PageTabs>
  )
}

import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireSession } from '../session/require-session.ts'
import { Page } from '../ui/page.tsx'

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context, location }) => {
    const session = await requireSession(context.queryClient, location.href)
    const org = session.default_org ?? session.organizations[0]?.name
    if (org) throw redirect({ to: '/$org', params: { org }, replace: true })
  },
  component: NoOrganizationPage,
})

/** Shown to who is signed in and a member of nothing. */
function NoOrganizationPage() {
  return (
    <Page title={['No organization']} heading="You are in no organization">
      <p className="text-muted">Ask an admin to add you to one, then load this page again.</p>
    </Page>
  )
}

import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireSession } from '#web/session/session.ts'
import { CallBox } from '#web/ui/call-box.tsx'
import { Page } from '#web/ui/page.tsx'

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context, location }) => {
    const session = await requireSession(context.queryClient, location.href)
    const org = session.default_org ?? session.organizations[0]?.name
    if (org) throw redirect({ to: '/$org', params: { org }, replace: true })
    return { session }
  },
  component: NoOrganizationPage,
})

/** Shown to who is signed in and a member of nothing: organizations are made by the operator. */
function NoOrganizationPage() {
  const { session } = Route.useRouteContext()
  const { name } = session.user
  return (
    <Page title={['No organization']} heading="You are in no organization">
      <p className="max-w-[72ch] text-muted">
        Ask an admin of an organization to add <strong className="text-text">{name}</strong>, then
        load this page again. Whoever runs this service makes a new organization, with you as its
        first admin, by
      </p>
      <CallBox call={`npm run -s cairn -- org add my-organization --owner ${name}`} />
    </Page>
  )
}

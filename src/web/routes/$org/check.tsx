import { createFileRoute, redirect } from '@tanstack/react-router'

/** The page that answers for artifacts and environments, at the address of the site map. */
export const Route = createFileRoute('/$org/check')({
  beforeLoad: ({ params, location }) => {
    const { search } = location
    throw redirect({ to: '/$org/can-i-deploy', params, search, replace: true })
  },
})

import { createFileRoute, redirect } from '@tanstack/react-router'

/** The versions of a policy, which its page lists; the version and the comparison asked for stay. */
export const Route = createFileRoute('/$org/policies/$policy/versions')({
  beforeLoad: ({ params, location }) => {
    const { search } = location
    throw redirect({ to: '/$org/policies/$policy', params, search, replace: true })
  },
})

import { createFileRoute, redirect } from '@tanstack/react-router'
import { overrideStates } from '#contract/override/override.ts'

/** The register of overrides, at its former address: all of them, narrowed as it says. */
export const Route = createFileRoute('/$org/overrides/')({
  beforeLoad: ({ params, location }) => {
    throw redirect({
      to: '/$org/exceptions',
      params,
      search: {
        sort: 'created_at',
        state: [...overrideStates],
        ...location.search,
        kind: ['override'],
      },
      replace: true,
    })
  },
})

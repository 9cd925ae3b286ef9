import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/environments/$env/')({
  beforeLoad: ({ params, search: { why } }) => {
    const search = why === undefined ? {} : { why }
    throw redirect({ to: '/$org/environments/$env/running', params, search, replace: true })
  },
})

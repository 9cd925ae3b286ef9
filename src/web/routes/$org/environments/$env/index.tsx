import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/environments/$env/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$org/environments/$env/running', params, replace: true })
  },
})

import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/flows/$flow/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$org/flows/$flow/trails', params, replace: true })
  },
})

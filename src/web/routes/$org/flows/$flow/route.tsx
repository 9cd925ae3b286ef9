import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/flows/$flow')({
  staticData: { crumb: '$flow' },
})

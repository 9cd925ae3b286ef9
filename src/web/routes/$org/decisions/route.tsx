import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/decisions')({
  staticData: { crumb: 'Decisions' },
})

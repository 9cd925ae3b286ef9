import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/policies')({
  staticData: { crumb: 'Policies' },
})

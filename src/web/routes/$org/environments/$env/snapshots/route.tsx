import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/environments/$env/snapshots')({
  staticData: { crumb: 'Snapshots' },
})

import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/environments')({
  staticData: { crumb: 'Environments' },
})

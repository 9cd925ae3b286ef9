import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/settings/service-accounts')({
  staticData: { crumb: 'Service accounts' },
})

import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/overrides')({
  staticData: { crumb: 'Exceptions' },
})

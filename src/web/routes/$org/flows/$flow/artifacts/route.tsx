import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/flows/$flow/artifacts')({
  staticData: { crumb: 'Artifacts' },
})

import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/flows/$flow/trails/$trail')({
  staticData: { crumb: '$trail' },
})

import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/policies/$policy')({
  staticData: { crumb: '$policy' },
})

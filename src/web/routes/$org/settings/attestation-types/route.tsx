import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/$org/settings/attestation-types')({
  staticData: { crumb: 'Attestation types' },
})

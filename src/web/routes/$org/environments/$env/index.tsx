import { createFileRoute, redirect } from '@tanstack/react-router'
import { environmentTabs } from '../../../../environment/tabs.ts'

export const Route = createFileRoute('/$org/environments/$env/')({
  beforeLoad: ({ params, search: { why } }) => {
    const search = why === undefined ? {} : { why }
    throw redirect({ to: environmentTabs[0].to, params, search, replace: true })
  },
})

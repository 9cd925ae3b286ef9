import { createFileRoute, redirect } from '@tanstack/react-router'
import { settingsSections } from '#web/shell/settings-sections.ts'

export const Route = createFileRoute('/$org/settings/')({
  loader: ({ params }) => {
    const [first] = settingsSections
    if (first) throw redirect({ to: first.to, params, replace: true })
  },
})

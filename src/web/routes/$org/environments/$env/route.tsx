import { createFileRoute, Outlet } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { readSearch } from '#web/api/search-params.ts'
import { Why } from './-why.tsx'

/** Whose verdict is explained beside the page: `environment`, or a fingerprint or name that runs. */
const search = z.object({ why: z.optional(z.string()) })

export const Route = createFileRoute('/$org/environments/$env')({
  validateSearch: (raw: Record<string, unknown>) => readSearch(search, raw),
  component: EnvironmentFrame,
  staticData: { crumb: '$env' },
})

/** What every page of an environment can be asked. */
function EnvironmentFrame() {
  return (
    <>
      <Outlet />
      <Why />
    </>
  )
}

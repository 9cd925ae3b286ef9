import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import { readOwnSearch } from '#web/api/search-params.ts'
import { DrawerRoom } from '#web/ui/drawer-slot.tsx'
import { useWhyPanel } from '#web/verdict/use-why-panel.ts'

/** Whose verdict is explained beside the page: `environment`, or a fingerprint or name that runs. */
const search = z.object({ why: z.optional(z.string()) })

export const Route = createFileRoute('/$org/environments/$env')({
  validateSearch: (raw: Record<string, unknown>) => readOwnSearch(search, raw),
  component: EnvironmentFrame,
  staticData: { crumb: '$env' },
})

/** Pages of an environment, each with its Why. */
function EnvironmentFrame() {
  return (
    <>
      <Outlet />
      <Why />
    </>
  )
}

const WhyPanel = lazyPart(() => import('./-why.tsx'), <DrawerRoom />)

/** The panel that explains a verdict, if the address asks. */
function Why() {
  const { org = '', env = '', snapshot } = useParams({ strict: false })
  const { why, steps } = useWhyPanel()
  usePreload(WhyPanel)
  if (!why) return null
  const expression = snapshot === 'latest' ? undefined : snapshot
  return <WhyPanel {...{ org, env, why, steps }} snapshot={expression} />
}

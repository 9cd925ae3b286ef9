import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useWhyPanel } from '#web/ui/use-why-panel.ts'
import { fixCall } from '#web/routes/$org/-fix-call.ts'

const EnvironmentWhy = lazy(() => import('#web/why/environment-why.tsx'))
const ArtifactWhy = lazy(() => import('#web/why/artifact-why.tsx'))

/** The panel that explains the verdict of an environment or of what runs there, if the address asks. */
export function Why() {
  const { org = '', env = '', snapshot } = useParams({ strict: false })
  const { why, steps } = useWhyPanel()
  if (!why) return null
  const expression = snapshot === 'latest' ? undefined : snapshot
  const panel = { org, env, callOf: fixCall.bind(null, org), steps }
  return (
    <Suspense>
      {why === 'environment' ? (
        <EnvironmentWhy {...panel} snapshot={expression} />
      ) : (
        <ArtifactWhy key={why} {...panel} artifact={why} snapshot={expression} withEnvironment />
      )}
    </Suspense>
  )
}

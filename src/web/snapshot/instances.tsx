import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useDrawerSteps } from '#web/domain-ui/drawer-steps.ts'
import { artifactKey } from './narrow.ts'

const InstancesDrawer = lazyPart(() => import('./instances-drawer.tsx'))

/** Whose instances are open, in the address. */
interface Open {
  artifact_name?: string | undefined
  artifact_fingerprint?: string | undefined
  member?: string | undefined
}

/** Change of a search that closes the drawer. */
export const closed: Open = {
  artifact_name: undefined,
  artifact_fingerprint: undefined,
  member: undefined,
}

/** The drawer of the artifact that the address names, if it is among those shown. */
export function Instances(props: {
  org: string
  env: string
  index: number
  artifacts: readonly RunningArtifact[]
  open: Open
  onClose: () => void
}) {
  const { open, artifacts, onClose, ...page } = props
  const artifact =
    open.artifact_name === undefined
      ? undefined
      : artifacts.find(
          ({ name, fingerprint, environment_name }) =>
            name === open.artifact_name &&
            fingerprint === (open.artifact_fingerprint ?? '') &&
            environment_name === open.member,
        )
  const steps = useDrawerSteps(artifact && artifactKey(artifact), [], onClose)
  if (!artifact) return null
  return <InstancesDrawer {...page} artifact={artifact} steps={steps} />
}

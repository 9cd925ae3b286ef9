import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'
import { fixCall } from '#web/pipeline/report-attestation.ts'
import { WaitingRequests } from '#web/routes/$org/-waiting-requests.tsx'
import ArtifactWhy from '#web/verdict/artifact-why.tsx'
import EnvironmentWhy from '#web/verdict/environment-why.tsx'
import type { useWhyPanel } from '#web/verdict/use-why-panel.ts'

/** The panel that explains the verdict of an environment or of what runs there. */
export default function Why(props: {
  org: string
  env: string
  /** The snapshot that the page shows, where it shows one. */
  snapshot: string | undefined
  /** `environment`, or the fingerprint or name of what runs. */
  why: string
  steps: ReturnType<typeof useWhyPanel>['steps']
}) {
  const { why, ...subject } = props
  const panel = {
    ...subject,
    callOf: fixCall.bind(null, props.org),
    renderWaiting: (artifacts: readonly ArtifactNode[]) => (
      <WaitingRequests org={props.org} env={props.env} artifacts={artifacts} />
    ),
  }
  if (why === 'environment') return <EnvironmentWhy {...panel} />
  return <ArtifactWhy key={why} {...panel} artifact={why} withEnvironment />
}

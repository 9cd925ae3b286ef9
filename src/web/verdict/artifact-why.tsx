import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'
import { verdictOfRunning, verdicts } from '#web/domain-ui/verdict.tsx'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import { type DrawerSteps, DrawerFrame } from '#web/ui/drawer-frame.tsx'
import { Note } from '#web/ui/note.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { stepsFor } from './artifact-fix.tsx'
import { AttachSteps, FixSteps } from './fix-steps.tsx'
import { artifactTree } from './nodes.tsx'
import { type CallOf, Evaluated, EvaluatedPending, Explanation } from './panel.tsx'
import { artifactVerdictQuery } from './queries.ts'
import { artifactText } from './verdict-text.ts'

const asFingerprint = /^[a-f0-9]{64}$/

/** Why an artifact has its verdict in an environment, beside the page. */
export default function ArtifactWhy(props: {
  org: string
  env: string
  /** A fingerprint; the name where it could not be resolved. */
  artifact: string
  /** An expression: as it was recorded there; without one it is evaluated now. */
  snapshot: string | undefined
  /** Leads to the panel of the environment. */
  withEnvironment?: boolean
  callOf: CallOf
  /** Requests that wait and concern some artifacts. */
  renderWaiting: (artifacts: readonly ArtifactNode[]) => ReactNode
  steps: DrawerSteps
}) {
  const { org, env, artifact, snapshot } = props
  const query = useQuery(
    artifactVerdictQuery(org, env, {
      ...(asFingerprint.test(artifact) ? { fingerprint: artifact } : { name: artifact }),
      snapshot,
    }),
  )
  const found = query.data
  const verdict = found?.verdict
  const name = verdict?.name ?? artifact.slice(0, 12)
  const steps = found ? stepsFor(org, found, props.callOf) : []
  return (
    <DrawerFrame
      title={
        verdict
          ? whyTitle(
              name,
              { verdict: verdictOfRunning(verdict.compliant), qualifiers: verdict.qualifiers },
              env,
            )
          : `Why is ${name} as it is?`
      }
      steps={props.steps}
      raw={found}
      meta={
        <>
          {verdict && <Evaluated at={verdict.evaluated_at} snapshot={found.snapshot_index} />}
          {query.isPending && <EvaluatedPending />}
          {props.withEnvironment && (
            <Link
              to="."
              search={(search: object) => ({ ...search, why: 'environment' })}
              resetScroll={false}
              className="text-meta text-accent hover:underline max-md:-my-3 max-md:py-3"
            >
              Why {env}?
            </Link>
          )}
        </>
      }
    >
      {query.isPending && <SkeletonRows rows={6} />}
      {query.isError && !verdict && <Note>Why could not be loaded: {query.error.message}</Note>}
      {verdict && (
        <Explanation
          org={org}
          sentence={artifactText(verdict)}
          label={`Verdict of ${name} in ${env}`}
          root={artifactTree(org, verdict)}
          known={[found]}
        >
          {found.compliant_now !== null && found.compliant_now !== verdict.compliant && (
            <Note>
              Evaluated by what is known now, it is{' '}
              {verdicts[verdictOfRunning(found.compliant_now)].label.toLowerCase()}; the snapshot
              keeps what was recorded.
            </Note>
          )}
          {props.renderWaiting([verdict])}
          {steps.length > 0 && <FixSteps title="Smallest fix" steps={steps} />}
          {verdict.reason === 'no_policy' && <AttachSteps org={org} env={env} />}
        </Explanation>
      )}
    </DrawerFrame>
  )
}

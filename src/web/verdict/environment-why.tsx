import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'
import type { getEnvironmentVerdict, ShortVerdict } from '#contract/verdict/verdict.ts'
import { counted } from '#domain/common/counted.ts'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import { evidenceSummariesQuery } from '#web/record/evidence-summary.tsx'
import { type DrawerSteps, DrawerFrame } from '#web/ui/drawer-frame.tsx'
import { Note } from '#web/ui/note.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { stepsFor } from './artifact-fix.tsx'
import { causeSentence } from '#web/domain-ui/cause-text.ts'
import { environmentTree, qualifiedVerdictOf } from './environment-tree.tsx'
import { AttachSteps, type FixStep, FixSteps } from './fix-steps.tsx'
import { decisiveEvidence } from './nodes.tsx'
import { type CallOf, Evaluated, EvaluatedPending, Explanation } from './panel.tsx'
import { artifactVerdictQuery, environmentVerdictQuery } from './queries.ts'
import { environmentText } from './verdict-text.ts'

/** Failing artifacts whose derivation is shown at once; the others open theirs. */
const maxOpen = 3

type OfEnvironment = ResponseOf<typeof getEnvironmentVerdict>

/** Why an environment has its state, beside the page. */
export default function EnvironmentWhy(props: {
  org: string
  env: string
  /** An expression; the newest where none is given. */
  snapshot: string | undefined
  callOf: CallOf
  /** Requests that wait and concern some artifacts. */
  renderWaiting: (artifacts: readonly ArtifactNode[]) => ReactNode
  steps: DrawerSteps
}) {
  const { org, env, snapshot, callOf } = props
  const query = useQuery(environmentVerdictQuery(org, env, snapshot))
  const verdict = query.data
  const opened = verdict?.failing.slice(0, maxOpen) ?? []
  const trees = useQueries({
    queries: opened.map((one) => artifactVerdictQuery(org, env, verdictQueryOf(verdict, one))),
  })
  const title =
    verdict === undefined ? `Why is ${env} as it is?` : whyTitle(env, qualifiedVerdictOf(verdict))
  const known = trees.flatMap(({ data }) => data ?? [])
  const areKnown = !query.isPending && trees.every(({ isPending }) => !isPending)
  const evidence = useQuery(evidenceSummariesQuery(org, areKnown ? decisiveEvidence(known) : []))
  const summaries = new Map(evidence.data?.summaries.map((one) => [one.attestation_id, one]))
  // At first all at once: trees that come later would move what is below.
  const areThere = areKnown && !evidence.isLoading
  const [isShown, setShown] = useState(areThere)
  if (areThere && !isShown) setShown(true)
  const fixes: FixStep[] = verdict ? known.flatMap((one) => stepsFor(org, one, callOf)) : []
  return (
    <DrawerFrame
      title={title}
      steps={props.steps}
      raw={verdict}
      meta={
        verdict ? (
          <Evaluated at={verdict.evaluated_at} snapshot={verdict.snapshot_index} />
        ) : (
          query.isPending && <EvaluatedPending />
        )
      }
    >
      {!isShown && <SkeletonRows rows={6} />}
      {query.isError && !verdict && <Note>Why could not be loaded: {query.error.message}</Note>}
      {verdict && isShown && (
        <Explanation
          org={org}
          sentence={environmentText(verdict, causeSentence(known, summaries))}
          label={`Verdict of ${env}`}
          root={environmentTree(org, verdict, known)}
          known={known}
        >
          {props.renderWaiting(known.map((one) => one.verdict))}
          {fixes.length > 0 && (
            <FixSteps
              title="Smallest fix"
              steps={fixes}
              {...(verdict.counts.non_compliant > opened.length && {
                note: `For ${opened.length} of ${counted(verdict.counts.non_compliant, 'failing artifact')}; the others open theirs above.`,
              })}
            />
          )}
          {verdict.reason === 'no_policy' && verdict.type !== 'logical' && (
            <AttachSteps org={org} env={env} />
          )}
        </Explanation>
      )}
    </DrawerFrame>
  )
}

/** An artifact as the snapshot recorded it; in a logical environment as its member evaluates it now. */
function verdictQueryOf(verdict: OfEnvironment | undefined, one: ShortVerdict) {
  const isLogical = verdict?.type === 'logical'
  return {
    fingerprint: one.fingerprint || undefined,
    name: one.name,
    ...(isLogical
      ? { member: one.environment_name }
      : { snapshot: String(verdict?.snapshot_index ?? -1) }),
  }
}

import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type {
  getArtifactVerdict,
  getEnvironmentVerdict,
  ShortVerdict,
} from '#contract/verdict/verdict.ts'
import { counted } from '#domain/common/counted.ts'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import { type DrawerSteps, DrawerFrame } from '#web/ui/drawer-frame.tsx'
import { Note } from '#web/ui/note.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { stepsFor } from './artifact-fix.ts'
import { type FixStep, FixSteps, VouchSteps } from './fix-steps.tsx'
import { artifactTree } from './nodes.tsx'
import { type CallOf, Evaluated, Explanation } from './panel.tsx'
import { artifactVerdictQuery, environmentVerdictQuery } from './queries.ts'
import type { TreeNode } from './tree.tsx'
import { environmentLabels } from './verdict-labels.ts'

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
  steps: DrawerSteps
}) {
  const { org, env, snapshot, callOf } = props
  const query = useQuery(environmentVerdictQuery(org, env, snapshot))
  const verdict = query.data
  const opened = verdict?.failing.slice(0, maxOpen) ?? []
  const trees = useQueries({
    queries: opened.map((one) => artifactVerdictQuery(org, env, verdictQueryOf(verdict, one))),
  })
  const title = verdict === undefined ? `Why is ${env} as it is?` : whyTitle(env, judgedOf(verdict))
  const known = trees.flatMap(({ data }) => data ?? [])
  const fixes: FixStep[] = verdict ? known.flatMap((one) => stepsFor(org, one, callOf)) : []
  return (
    <DrawerFrame
      title={title}
      steps={props.steps}
      raw={verdict}
      meta={verdict && <Evaluated at={verdict.evaluated_at} snapshot={verdict.snapshot_index} />}
    >
      {query.isPending && <SkeletonRows rows={6} />}
      {query.isError && !verdict && <Note>Why could not be loaded: {query.error.message}</Note>}
      {verdict && (
        <Explanation
          org={org}
          sentence={environmentLabels(verdict)}
          label={`Verdict of ${env}`}
          root={rootOf(org, env, verdict, known)}
          artifacts={known.map((one) => one.verdict)}
        >
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
            <VouchSteps org={org} env={env} />
          )}
        </Explanation>
      )}
    </DrawerFrame>
  )
}

/** The state with what carries it; of a silent environment in the past tense. */
const judgedOf = ({ state, qualifiers, silence }: OfEnvironment) => ({
  verdict: verdictOfRunning(state),
  qualifiers,
  isStale: silence !== null,
})

/** An artifact as the snapshot recorded it; in a logical environment as its member judges it now. */
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

function rootOf(
  org: string,
  env: string,
  verdict: OfEnvironment,
  known: readonly ResponseOf<typeof getArtifactVerdict>[],
): TreeNode {
  const { counts, failing, qualified, qualified_count, type, silence } = verdict
  const running = counts.compliant + counts.non_compliant + counts.unknown
  const isLogical = type === 'logical'
  const rest = running - counts.non_compliant - qualified_count
  const unlisted = counts.non_compliant - failing.length
  return {
    key: env,
    ...judgedOf(verdict),
    kind: 'Environment',
    label: <span className="font-medium">{env}</span>,
    end:
      counts.non_compliant > 0
        ? `${counts.non_compliant} of ${counted(running, 'artifact')} ${counts.non_compliant === 1 ? 'fails' : 'fail'}`
        : counted(running, 'artifact'),
    isOpen: true,
    children: [
      ...failing.map((one) => {
        const found = known.find(
          ({ verdict: { name, fingerprint }, environment_name }) =>
            name === one.name &&
            fingerprint === one.fingerprint &&
            environment_name === one.environment_name,
        )
        const isStale = one.environment_name === silence?.environment_name
        const place = {
          isFolded: true,
          isStale,
          ...(isLogical && { member: one.environment_name }),
        }
        return found
          ? artifactTree(org, found.verdict, place)
          : shortNode(org, one, { isLogical, isStale })
      }),
      ...(unlisted > 0
        ? [
            {
              key: 'unlisted',
              verdict: 'non-compliant' as const,
              label: `${counted(unlisted, 'more artifact')} that fail`,
              end: <RunningLink org={org} env={env} verdict="NON-COMPLIANT" />,
            },
          ]
        : []),
      ...qualified.map((one) =>
        shortNode(org, one, {
          isLogical,
          isStale: one.environment_name === silence?.environment_name,
        }),
      ),
      ...(qualified_count > qualified.length
        ? [
            {
              key: 'unlisted-qualified',
              verdict: 'compliant' as const,
              label: `${counted(qualified_count - qualified.length, 'more artifact')} by exception`,
              end: <RunningLink org={org} env={env} verdict="COMPLIANT" />,
            },
          ]
        : []),
      ...(rest > 0
        ? [
            {
              key: 'rest',
              verdict: counts.unknown > 0 ? ('unknown' as const) : ('compliant' as const),
              label: rest === running ? counted(rest, 'artifact') : counted(rest, 'other artifact'),
              end: (
                <RunningLink
                  org={org}
                  env={env}
                  verdict={counts.unknown > 0 ? 'UNKNOWN' : 'COMPLIANT'}
                />
              ),
            },
          ]
        : []),
    ],
  }
}

function RunningLink(props: {
  org: string
  env: string
  verdict: 'COMPLIANT' | 'NON-COMPLIANT' | 'UNKNOWN'
}) {
  const { org, env, verdict } = props
  return (
    <Link
      to="/$org/environments/$env/running"
      params={{ org, env }}
      search={{ verdict: [verdict] }}
      className="-my-0.5 inline-block leading-6 text-accent hover:underline max-md:-my-3 max-md:py-2.5"
    >
      Show
    </Link>
  )
}

/** An artifact in short; its own panel has the rest. */
function shortNode(
  org: string,
  one: ShortVerdict,
  { isLogical, isStale }: { isLogical: boolean; isStale: boolean },
): TreeNode {
  const why = one.fingerprint || one.name
  return {
    key: `${one.environment_name}/${one.name}/${one.fingerprint}`,
    verdict: verdictOfRunning(one.compliant),
    qualifiers: one.qualifiers,
    isStale,
    kind: 'Artifact',
    label: (
      <>
        <span className="font-medium">{one.name}</span>
        {isLogical && <span className="text-muted"> in {one.environment_name}</span>}
      </>
    ),
    end: isLogical ? (
      <Link
        to="/$org/environments/$env/running"
        params={{ org, env: one.environment_name }}
        search={{ why }}
        className="-my-0.5 inline-block leading-6 text-accent hover:underline"
      >
        Why?
      </Link>
    ) : (
      <Link
        to="."
        search={(search: object) => ({ ...search, why })}
        className="-my-0.5 inline-block leading-6 text-accent hover:underline"
      >
        Why?
      </Link>
    ),
    leaf: one.reasons.map((reason) => <p key={reason}>{reason}</p>),
  }
}

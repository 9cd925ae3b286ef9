import { type LinkProps, Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { standings } from '#contract/verdict/standing.ts'
import type { getEnvironmentVerdict, ShortVerdict } from '#contract/verdict/verdict.ts'
import { counted } from '#domain/common/counted.ts'
import { countStandings, standingOf } from '#domain/verdict/standing.ts'
import type { ExplainedVerdict } from '#web/domain-ui/cause-text.ts'
import { standingLooks } from '#web/domain-ui/standing.tsx'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { artifactTree } from './nodes.tsx'
import type { TreeNode } from './tree.tsx'
import { membersOf } from './verdict-text.ts'

type OfEnvironment = ResponseOf<typeof getEnvironmentVerdict>

/** So many artifacts that comply by exception stand in the open, where nothing fails. */
const maxInOpen = 3

/** The state with what carries it; of a silent environment in the past tense. */
export const qualifiedVerdictOf = ({ state, qualifiers, silence }: OfEnvironment) => ({
  verdict: verdictOfRunning(state),
  qualifiers,
  isStale: silence !== null,
})

/**
 * Why an environment has its state: its members where it is logical, what fails in them, then what
 * complies by exception, and the rest as a number.
 */
export function environmentTree(
  org: string,
  verdict: OfEnvironment,
  /** The artifacts whose derivation is loaded. */
  known: readonly ExplainedVerdict[],
): TreeNode {
  const { environment_name: env, counts, failing, qualified_count } = verdict
  const running = counts.compliant + counts.non_compliant + counts.unknown
  const rest = running - counts.non_compliant - qualified_count
  const unlisted = counts.non_compliant - failing.length
  const restVerdict = counts.unknown > 0 ? 'unknown' : 'compliant'
  const isOfSome = verdict.type === 'logical' && verdict.silent_environments.length > 0
  const ofSilent = isOfSome ? ', in silent members when last seen' : ''
  return {
    key: env,
    ...qualifiedVerdictOf(verdict),
    kind: 'Environment',
    label: <span className="font-medium">{env}</span>,
    end:
      counts.non_compliant > 0
        ? `${counts.non_compliant} of ${counted(running, 'artifact')} ${counts.non_compliant === 1 ? 'fails' : 'fail'}`
        : counted(running, 'artifact'),
    isOpen: true,
    children: [
      ...byMember(verdict, failing, (one) => failingNode(org, verdict, known, one)),
      ...(unlisted > 0
        ? [
            {
              key: 'unlisted',
              verdict: 'non-compliant' as const,
              isStale: isStaleIn(verdict, env),
              label: `${counted(unlisted, 'more artifact')} that ${unlisted === 1 ? 'fails' : 'fail'}${ofSilent}`,
              end: <RunningLink org={org} env={env} verdict="NON-COMPLIANT" />,
            },
          ]
        : []),
      ...exceptionNodes(org, verdict),
      ...(rest > 0
        ? [
            {
              key: 'rest',
              verdict: restVerdict as 'unknown' | 'compliant',
              isStale: isStaleIn(verdict, env),
              label: `${rest === running ? counted(rest, 'artifact') : counted(rest, 'other artifact')}${ofSilent}`,
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

const isStaleIn = ({ silent_environments: silent }: OfEnvironment, name: string) =>
  silent.includes(name)

/** Artifacts of a logical environment below the members in which they run. */
function byMember(
  verdict: OfEnvironment,
  artifacts: readonly ShortVerdict[],
  nodeOf: (one: ShortVerdict) => TreeNode,
): TreeNode[] {
  if (verdict.type !== 'logical') return artifacts.map(nodeOf)
  return membersOf(artifacts).map(({ name, ones }) => {
    const isFailing = ones[0]?.compliant === false
    return {
      key: `member/${name}/${isFailing}`,
      verdict: isFailing ? 'non-compliant' : 'compliant',
      isHollow: !isFailing,
      isStale: isStaleIn(verdict, name),
      kind: 'Member',
      label: <span className="font-medium">{name}</span>,
      end: isFailing
        ? `${counted(ones.length, 'artifact')} ${ones.length === 1 ? 'fails' : 'fail'}`
        : standingCounts(ones),
      isOpen: true,
      children: ones.map(nodeOf),
    }
  })
}

function failingNode(
  org: string,
  verdict: OfEnvironment,
  known: readonly ExplainedVerdict[],
  one: ShortVerdict,
): TreeNode {
  const found = known.find(
    ({ verdict: { name, fingerprint }, environment_name }) =>
      name === one.name &&
      fingerprint === one.fingerprint &&
      environment_name === one.environment_name,
  )
  if (!found) return shortNode(org, verdict, one)
  const member = one.environment_name
  return artifactTree(org, found.verdict, {
    member,
    isFolded: true,
    isStale: isStaleIn(verdict, member),
  })
}

/** "7 by exception, 1 not asked". */
function standingCounts(artifacts: readonly ShortVerdict[]): string {
  const counts = countStandings(
    artifacts.map((one) => standingOf({ ...one, state: one.compliant })),
  )
  return standings
    .filter((one) => counts[one] > 0)
    .map((one) => `${counts[one]} ${standingLooks[one].label}`)
    .join(', ')
}

/** Artifacts that comply by other than fresh evidence; folded where not the answer. */
function exceptionNodes(org: string, verdict: OfEnvironment): TreeNode[] {
  const { environment_name: env, failing, qualified, qualified_count: count } = verdict
  const unlisted = count - qualified.length
  const nodes = [
    ...byMember(verdict, qualified, (one) => shortNode(org, verdict, one)),
    ...(unlisted > 0
      ? [
          {
            key: 'unlisted-qualified',
            verdict: 'compliant' as const,
            isStale: isStaleIn(verdict, env),
            label: `${counted(unlisted, 'more artifact')} not by fresh evidence alone`,
            end: <RunningLink org={org} env={env} verdict="COMPLIANT" />,
          },
        ]
      : []),
  ]
  if (nodes.length === 0 || (failing.length === 0 && count <= maxInOpen)) return nodes
  const are = count === 1 ? 'complies' : 'comply'
  return [
    {
      key: 'qualified',
      verdict: 'compliant',
      isHollow: true,
      isStale: isStaleIn(verdict, env),
      label: `${counted(count, failing.length > 0 ? 'other artifact' : 'artifact')} ${are}${
        unlisted > 0 ? ' not by fresh evidence alone' : `, ${standingCounts(qualified)}`
      }`,
      isFold: true,
      children: nodes,
    },
  ]
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
function shortNode(org: string, verdict: OfEnvironment, one: ShortVerdict): TreeNode {
  const why = one.fingerprint || one.name
  const page: LinkProps =
    verdict.type === 'logical'
      ? {
          to: '/$org/environments/$env/running',
          params: { org, env: one.environment_name },
          search: { why },
        }
      : { to: '.', search: (search: object) => ({ ...search, why }) }
  return {
    key: `${one.environment_name}/${one.name}/${one.fingerprint}`,
    verdict: verdictOfRunning(one.compliant),
    qualifiers: one.qualifiers,
    isStale: isStaleIn(verdict, one.environment_name),
    kind: 'Artifact',
    label: <span className="font-medium">{one.name}</span>,
    end: (
      <Link {...page} className="-my-0.5 inline-block leading-6 text-accent hover:underline">
        Why?
      </Link>
    ),
    ...(one.reasons.length > 0 && {
      leaf: one.reasons.map((reason) => <p key={reason}>{reason}</p>),
    }),
  }
}

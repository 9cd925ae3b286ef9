import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'
import { counted } from '#domain/common/counted.ts'
import { isPlain } from '#domain/verdict/qualified-verdict.ts'
import { type ExplainedVerdict, replacedEvidence } from '#web/domain-ui/cause-text.ts'
import { FingerprintLink, Fingerprint, ImageName } from '#web/domain-ui/fingerprint.tsx'
import { type Verdict, verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { stampOf } from '#web/ui/time-text.ts'
import { Lookup, RegisterLink } from './lookup.tsx'
import type { TreeNode } from './tree.tsx'
import { qualifiersOfRule, type RuleNode, ruleParts } from './verdict-text.ts'

type PolicyNode = ArtifactNode['policies'][number]

const evaluated = (at: number) => `Evaluated ${stampOf(at)}`

/** The mark of a rule: what is absent is drawn as missing. */
function markOf({ satisfied, resolutions }: RuleNode): Verdict {
  if (satisfied !== false) return satisfied === null ? 'not-asked' : 'compliant'
  const isAbsent = resolutions.every(({ type }) =>
    ['missing_attestation', 'missing_provenance', 'legacy_flow', 'rule_not_applicable'].includes(
      type,
    ),
  )
  return isAbsent ? 'missing' : 'non-compliant'
}

function ruleNode(
  { org, artifact }: EvaluatedArtifact,
  path: string,
  rule: RuleNode,
  index: number,
): TreeNode {
  const exception = rule.resolutions.find((one) => one.exception)?.exception
  const { before, subject, demand } = ruleParts(rule.rule)
  return {
    key: `${path}/${index}`,
    verdict: markOf(rule),
    qualifiers: qualifiersOfRule(rule),
    kind: 'Rule',
    label: (
      <>
        {before && `${before} `}
        <Subject org={org} definition={rule.rule.definition} text={subject} /> {demand}
        {rule.ignored && <span className="text-muted">, {exception ? 'exempt' : 'not asked'}</span>}
      </>
    ),
    end: exception?.line ? `exempt by line ${exception.line}` : `line ${rule.rule.line}`,
    title: evaluated(rule.evaluated_at),
    leaf: rule.resolutions.map((resolution, at) => (
      <Lookup key={at} org={org} artifact={artifact} rule={rule.rule} resolution={resolution} />
    )),
  }
}

/** Subject of a rule; a control leads to its own page. */
function Subject(props: { org: string; definition: RuleNode['rule']['definition']; text: string }) {
  const { org, definition, text } = props
  const control = 'for_control' in definition ? definition.for_control : null
  if (control === null) return <span className="font-medium">{text}</span>
  return (
    <Link
      to="/$org/controls/$control/{-$tab}"
      params={{ org, control }}
      className="font-medium text-text underline decoration-line-strong underline-offset-3 hover:decoration-current"
    >
      {text}
    </Link>
  )
}

interface EvaluatedArtifact {
  org: string
  artifact: ArtifactNode
}

function policyNode(
  of: EvaluatedArtifact,
  path: string,
  policy: PolicyNode,
  isFolded: boolean,
): TreeNode {
  const { policy_name: name, policy_version: version, rule_evaluations: rules } = policy
  const key = `${path}/${name}`
  const nodes = rules.map((rule, index) => ({ rule, node: ruleNode(of, key, rule, index) }))
  const failing = nodes.filter(({ rule }) => rule.satisfied === false)
  const holding = nodes.filter(({ rule, node }) => rule.satisfied !== false && isPlain(node))
  const isBroken = failing.length > 0
  const asked = rules.filter(({ satisfied }) => satisfied !== null)
  const carried = nodes.filter(({ rule, node }) => rule.satisfied && !isPlain(node)).length
  // One that fails by evidence alone decides for all of them.
  const isBrokenByOthers = isBroken && failing.every(({ node }) => !isPlain(node))
  const passes =
    asked.length === rules.length
      ? 'passes'
      : `${asked.length} of ${counted(rules.length, 'rule')} asked`
  return {
    key,
    verdict: isBroken ? 'non-compliant' : asked.length > 0 ? 'compliant' : 'not-asked',
    isHollow: isBroken ? isBrokenByOthers : carried > 0,
    kind: 'Policy',
    label: (
      <PolicyLink org={of.org} name={name} className="font-medium hover:underline">
        {name} v{version}
      </PolicyLink>
    ),
    end: isBroken
      ? `${failing.length} of ${counted(rules.length, 'rule')} ${failing.length === 1 ? 'fails' : 'fail'}${isBrokenByOthers ? ', not by fresh evidence alone' : ''}`
      : carried > 0
        ? `${passes}, ${carried} not by fresh evidence alone`
        : passes,
    title: evaluated(policy.evaluated_at),
    isOpen: isBroken || !isFolded,
    isFold: !isBroken && isFolded,
    children:
      isBroken && holding.length > 1
        ? [
            ...nodes.filter((one) => !holding.includes(one)).map(({ node }) => node),
            {
              key: `${key}/holding`,
              verdict: 'compliant',
              label: `${holding.length} other rules pass`,
              isFold: true,
              children: holding.map(({ node }) => node),
            },
          ]
        : nodes.map(({ node }) => node),
  }
}

const isFailing = ({ status }: PolicyNode) => status === 'NON-COMPLIANT'

/** An artifact's verdict: its policies, their rules, and what was found. */
export function artifactTree(
  org: string,
  artifact: ArtifactNode,
  look: { member?: string | undefined; isFolded?: boolean; isStale?: boolean } = {},
): TreeNode {
  const { name, fingerprint, policies } = artifact
  const key = `${look.member ?? ''}/${name}/${fingerprint}`
  const flow = policies
    .flatMap(({ rule_evaluations }) => rule_evaluations.flatMap(({ resolutions }) => resolutions))
    .find(({ context }) => context.flow_name !== null)?.context.flow_name
  return {
    key,
    verdict: verdictOfRunning(artifact.compliant),
    qualifiers: artifact.qualifiers,
    isStale: look.isStale ?? false,
    kind: 'Artifact',
    label: (
      <span className="font-medium">
        <ImageName name={name} />
      </span>
    ),
    end:
      fingerprint === '' ? (
        'unresolved'
      ) : flow ? (
        <FingerprintLink org={org} flow={flow} value={fingerprint} />
      ) : (
        <Fingerprint value={fingerprint} />
      ),
    title: evaluated(artifact.evaluated_at),
    isOpen: true,
    leaf:
      artifact.reason === 'allowed' ? (
        <p>
          <RegisterLink org={org} kind="allow_list" text={name}>
            On the allow-list
          </RegisterLink>
          : it complies here regardless of the policies.
        </p>
      ) : artifact.reason === 'no_fingerprint' ? (
        <p>The environment could not report its fingerprint, so it cannot be verified.</p>
      ) : undefined,
    // What decides stands first.
    children: policies
      .toSorted((a, b) => Number(isFailing(b)) - Number(isFailing(a)))
      .map((policy) => policyNode({ org, artifact }, key, policy, look.isFolded ?? false)),
  }
}

/** The lines of the rules that an artifact fails, by policy. */
export function failingLines(artifacts: readonly ArtifactNode[]) {
  const found = new Map<string, { name: string; version: number; rules: Set<number> }>()
  for (const { policies, compliant } of artifacts) {
    if (compliant !== false) continue
    for (const { policy_name: name, policy_version: version, rule_evaluations } of policies) {
      const failing = rule_evaluations.filter(({ satisfied }) => satisfied === false)
      if (failing.length === 0) continue
      const key = `${name} ${version}`
      const known = found.get(key) ?? { name, version, rules: new Set<number>() }
      found.set(key, known)
      for (const { rule } of failing) known.rules.add(rule.line)
    }
  }
  return [...found.values()].map((one) => ({ ...one, rules: [...one.rules] }))
}

/**
 * Attestations of which more is told: those that decided rules which failed, or would have to be
 * replaced, and every override.
 */
export const decisiveEvidence = (known: readonly ExplainedVerdict[]): string[] => [
  ...replacedEvidence(known),
  ...known.flatMap(({ verdict }) =>
    verdict.policies.flatMap(({ rule_evaluations }) =>
      rule_evaluations.flatMap(({ satisfied, resolutions }) =>
        resolutions.flatMap(({ attestations }) =>
          attestations
            .filter(({ is_override }) => satisfied === false || is_override)
            .map((one) => one.attestation_id),
        ),
      ),
    ),
  ),
]

/** The way to a policy's own page. */
export function PolicyLink(props: {
  org: string
  name: string
  className?: string
  children: ReactNode
}) {
  const { org, name } = props
  return (
    <Link to="/$org/policies/$policy" params={{ org, policy: name }} className={props.className}>
      {props.children}
    </Link>
  )
}

import { type AttestationKind, fullType, kindOf } from '#contract/attestation/types/kind.ts'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import { curl } from '#web/api/curl.ts'
import type { PipelineCall } from '#web/ui/call-form.ts'
import { results } from './attestation-results.ts'
import { ownCommit, ownFlow, ownTrail } from './own-names.ts'
import { cliCommand } from './reporter-cli.ts'

/** The slot of a trail or artifact that a report should fill. */
export interface ReportTarget {
  org: string
  flow: string
  trail: string
  name: string
  /** As the template says it; `*` takes any. */
  type: string
  artifact: { name: string; fingerprint: string | null } | null
  /** The commit of the trail, where it is known. */
  commit: string | null
  /** Of a decision: what it is about. */
  control?: string | null
}

/** The type that fills a slot of a template: any will do for `*`. */
const typeForSlot = (type: string): string => (type === '*' ? 'generic' : fullType(type))

/**
 * The call by which a pipeline reports an attestation: names are filled in, results come from its
 * files and variables. Null for types that cannot be reported.
 */
export function reportCall(target: ReportTarget): PipelineCall | null {
  const type = typeForSlot(target.type)
  const kind = kindOf(type)
  if (kind === null) return null
  const custom = kind === 'custom' ? type.replace('custom:', '') : null
  return { cli: cliOf(target, kind, custom), curl: curlOf(target, kind, custom) }
}

function cliOf(target: ReportTarget, kind: AttestationKind, custom: string | null): string {
  const { org, flow, trail, name, artifact, commit, control } = target
  const { words, flags } = results[kind].cli
  return cliCommand(org, ['attest', ...words], {
    // Before the artifact itself is reported, its name and commit stand for it.
    name: artifact && !artifact.fingerprint ? `${artifact.name}.${name}` : name,
    flow,
    trail,
    fingerprint: artifact?.fingerprint,
    commit: commit ?? ownCommit,
    type: custom,
    ...flags,
    ...(control && { control }),
  })
}

function curlOf(target: ReportTarget, kind: AttestationKind, custom: string | null): string {
  const { org, flow, trail, name, artifact, commit, control } = target
  const { endpoint, measured } = results[kind]
  return curl(endpoint, {
    params: { org, flow_name: flow, trail_name: trail },
    body: {
      attestation_name: name,
      ...(artifact?.fingerprint
        ? { artifact_fingerprint: artifact.fingerprint }
        : artifact && { target_artifacts: [artifact.name] }),
      git_commit_info: { sha1: commit ?? ownCommit },
      ...measured,
      ...(custom !== null && { type_name: custom }),
      ...(control && { control }),
    },
  })
}

const anywhere = { flow: ownFlow, trail: ownTrail, commit: null, artifact: null }

/** The call that reports evidence of a custom type. */
export function customCall(org: string, type: string): PipelineCall {
  const name = type.replaceAll(/[.~]/g, '-')
  return reportCall({ ...anywhere, org, name, type: `custom:${type}` })!
}

/** The call that records a decision about a control. */
export const decisionCall = (org: string, control: string): PipelineCall =>
  reportCall({ ...anywhere, org, name: 'approval', type: 'system:decision', control })!

/** The call that reports an attestation which a fix asks for; null for types that have none. */
export function fixCall(
  org: string,
  added: Addition,
  artifact: { name: string; fingerprint: string },
): PipelineCall | null {
  if (added.kind !== 'attest') return null
  return reportCall({
    org,
    flow: added.flow_name,
    trail: added.trail_name,
    name: added.attestation_name,
    type: added.attestation_type,
    artifact: added.scope === 'artifact' ? artifact : null,
    commit: null,
    control: added.control,
  })
}

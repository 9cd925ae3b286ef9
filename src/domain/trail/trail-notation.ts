import type { Template, TemplateSlot } from '#contract/template/template.ts'
import type { AttestationStatus, ComplianceStatus } from '#contract/verdict/compliance-status.ts'
import { overridesOfSlots } from '#domain/verdict/qualifiers.ts'
import type { ReportedArtifact } from './artifact-evidence.ts'
import { slotsOfName } from './artifact-slots.ts'
import { newestOfName, type ReportedAttestation } from './attestation-slots.ts'
import { entriesIfStateStays, figuresOf } from './change-of-name.ts'
import { evaluateArtifactSlots, evaluateTrail, type TrailFacts } from './evaluate-trail.ts'

// A notation for tests: `pr app(unit:junit) <- 1 pr, 2 !unit on 5, 3 x for app at 1, #5 app at 1`.
// Before the arrow the template, with `*(unit)` for every artifact; after it records with their ids:
// attestations, `!` if non-compliant, and artifacts with `#`, and a fingerprint (`=5`) if not the id's.

const commitOf = (text = '1') => (/^\d$/.test(text) ? text.repeat(40) : text.replace('-', ''))
export const fingerprintOf = (digit: string) => digit.repeat(64)

const slotOf = (text: string): TemplateSlot => {
  const [name = '', ...type] = text.split(':')
  return { name, type: type.join(':') || 'generic' }
}

const slotsOf = (text: string) => text.split(' ').filter(Boolean).map(slotOf)

function templateOf(text: string): Template {
  const attestations: TemplateSlot[] = []
  const artifacts: Template['trail']['artifacts'] = []
  let every_artifact: TemplateSlot[] = []
  for (const [part, name, slots = ''] of text.matchAll(/([^\s(]+)\(([^)(]*)\)|\S+/g)) {
    if (name === '*') every_artifact = slotsOf(slots)
    else if (name) artifacts.push({ name, attestations: slotsOf(slots) })
    else attestations.push(slotOf(part))
  }
  return { version: 1, trail: { attestations, artifacts }, every_artifact }
}

const match = (pattern: RegExp, text: string): (string | undefined)[] => {
  const found = pattern.exec(text)
  if (!found) throw new Error(`No such notation: ${text}`)
  return found.slice(1)
}

function attestationOf(text: string): ReportedAttestation {
  const [id, failed, name = '', type = 'generic', fingerprint, target, commit] = match(
    /^(\d) (!?)([^: ]+)(?::(\S+))?(?: on (\d))?(?: for (\S+) at (\S+))?$/,
    text,
  )
  return {
    attestation_id: `id-${id}`,
    attestation_name: name,
    attestation_type: type,
    is_compliant: !failed,
    artifact_fingerprint: fingerprint ? fingerprintOf(fingerprint) : null,
    target_artifact: target ?? null,
    git_commit: commit === undefined ? null : commitOf(commit),
    overridden_attestation_id: null,
  }
}

export function artifactOf(text: string): ReportedArtifact {
  const [id = '', name = '', print = id, commit] = match(
    /^#(\d) (\S+)(?: =(\d))?(?: at (\S+))?$/,
    text,
  )
  return {
    artifact_id: `id-${id}`,
    fingerprint: fingerprintOf(print),
    template_reference_name: name === '-' ? null : name,
    git_commit: commitOf(commit),
  }
}

export function factsOf(text: string): TrailFacts {
  const [template = '', records = ''] = text.split('<-')
  const items = records.split(',').flatMap((item) => item.trim() || [])
  return {
    template: templateOf(template),
    template_id: 'template-1',
    attestations: items.filter((item) => !item.startsWith('#')).map(attestationOf),
    artifacts: items.filter((item) => item.startsWith('#')).map(artifactOf),
    evaluated_at: 7.5,
  }
}

const short = (text: string) => text.replaceAll(/(\d)\1{39,}/g, '$1').replaceAll('id-', '')

/** Formats entries: `a 1` complete, `!a 1` non-compliant, `-a` missing; `?a 1` unexpected. */
export const showEntries = (entries: readonly AttestationStatus[]) =>
  entries
    .map((entry) => {
      const prefix = entry.status === 'MISSING' ? '-' : entry.is_compliant ? '' : '!'
      const id = entry.attestation_id ? ` ${short(entry.attestation_id)}` : ''
      return `${entry.unexpected ? '?' : ''}${prefix}${entry.attestation_name}${id}`
    })
    .join(', ')

/** Formats a status: `STATUS: entries | artifact #id STATUS: entries`, `?artifact` if unexpected. */
export function show(status: ComplianceStatus): string {
  const artifacts = Object.entries(status.artifacts_statuses).map(([key, artifact]) => {
    const id = artifact.artifact_id ? ` #${short(artifact.artifact_id)}` : ''
    const entries = showEntries(artifact.attestations_statuses)
    return `${artifact.unexpected ? '?' : ''}${short(key)}${id} ${artifact.status}: ${entries}`
  })
  const parts = [`${status.status}: ${showEntries(status.attestations_statuses)}`, ...artifacts]
  return parts.map((part) => part.trim()).join(' | ')
}

/** Returns whether two reports are on the same: their trail itself, or an artifact there. */
export const isOnSame = (one: ReportedAttestation, other: ReportedAttestation) =>
  one.artifact_fingerprint === other.artifact_fingerprint &&
  one.target_artifact === null &&
  other.target_artifact === null

/** Returns what a report changes on a trail, by what is stored of that; null if more than its entries. */
export function changeBy(facts: TrailFacts, after: ReportedAttestation) {
  const { template, artifacts, attestations } = facts
  const { attestation_name: name, artifact_fingerprint } = after
  const [artifact = null, another] = artifacts.filter(
    ({ fingerprint }) => fingerprint === artifact_fingerprint,
  )
  if (artifact_fingerprint !== null && (!artifact || another)) return null
  const { template_reference_name: target = null, artifact_id = '' } = artifact ?? {}
  const isReplaced = artifacts.some(
    (one) => one.template_reference_name === target && one.artifact_id > artifact_id,
  )
  // The service takes no evidence on an artifact before the artifact; here it waits, as by a name.
  const isEarly = (one: ReportedAttestation) =>
    one.attestation_name === name &&
    (one.target_artifact !== null || one.artifact_fingerprint === target)
  if (target !== null && (isReplaced || attestations.some(isEarly))) return null
  const evaluated = evaluateArtifactSlots(facts).get(artifact_id)
  return entriesIfStateStays(figuresOf(evaluateTrail(facts), facts), {
    slots: artifact ? slotsOfName(template, target) : template.trail.attestations,
    before: newestOfName(attestations.filter((one) => isOnSame(one, after))).get(name),
    after,
    artifact: evaluated
      ? {
          state: evaluated.state,
          override_ids: overridesOfSlots([...evaluated.ofTrail, ...evaluated.own]),
        }
      : null,
  })
}

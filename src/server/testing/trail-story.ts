import fc from 'fast-check'
import { commitInfo, fingerprintOf } from './reporter.ts'

/** Generated events of a trail: for properties that hold for any trail. */
export type StoryEvent =
  | { kind: 'artifact'; name: string; fingerprint: string; git_commit: string }
  | {
      kind: 'attestation'
      type: 'generic' | 'junit'
      name: string
      is_compliant: boolean
      /** Template name of its artifact; null for the trail. */
      about: string | null
      /** By fingerprint, or in advance for a commit. */
      scope:
        | { artifact_fingerprint: string }
        | { target_artifacts: string[]; git_commit_info: object }
        | { git_commit_info?: object }
    }

const name = fc.constantFrom('a', 'b', 'c')
const artifactName = fc.constantFrom('app', 'web', 'extra')
const type = fc.constantFrom('generic', 'junit')
const commits = ['a'.repeat(40), 'b'.repeat(40)] as const
const commit = fc.constantFrom(...commits)
const infoOf = (sha1: string) => ({ git_commit_info: { ...commitInfo, sha1 } })

const artifact = fc
  .record({ name: artifactName, copy: fc.constantFrom(1, 2), git_commit: commit })
  .map(({ name, copy, git_commit }): StoryEvent => {
    // One fingerprint is one build, of one name and commit.
    const fingerprint = fingerprintOf(`${name} ${copy} ${git_commit}`)
    return { kind: 'artifact', name, fingerprint, git_commit }
  })

const attestation = fc.record({
  type: fc.constantFrom('generic' as const, 'junit' as const),
  name,
  is_compliant: fc.boolean(),
  where: fc.oneof(
    fc.constant('trail' as const),
    fc.constant('built' as const),
    fc.record({ target: artifactName, git_commit: commit }),
  ),
  pick: fc.nat(),
})

/** Events in an order that clients may send: a fingerprint is reported before it is attested. */
export const storyEvents = fc
  .array(fc.oneof(artifact, attestation, attestation), { minLength: 2, maxLength: 9 })
  .map((drawn) => {
    const built: Extract<StoryEvent, { kind: 'artifact' }>[] = []
    return drawn.map((item): StoryEvent => {
      if ('kind' in item) {
        if (item.kind === 'artifact') built.push(item)
        return item
      }
      const { where, pick, ...rest } = item
      const common = { kind: 'attestation' as const, ...rest }
      const subject = built[pick % Math.max(built.length, 1)]
      if (where === 'built' && subject) {
        const scope = { artifact_fingerprint: subject.fingerprint }
        return { ...common, about: subject.name, scope }
      }
      if (typeof where === 'string') return { ...common, about: null, scope: {} }
      const scope = { target_artifacts: [where.target], ...infoOf(where.git_commit) }
      return { ...common, about: where.target, scope }
    })
  })

const slots = fc.uniqueArray(fc.record({ name, type: fc.oneof(type, fc.constant("'*'")) }), {
  selector: (slot) => slot.name,
  maxLength: 2,
})

const list = (items: readonly { name: string; type: string }[]) =>
  `[${items.map((slot) => `{name: ${slot.name}, type: ${slot.type}}`).join(', ')}]`

/** A template as YAML, of names that events have too. */
export const templateText = fc
  .record({
    ofTrail: slots,
    ofArtifacts: fc.uniqueArray(fc.record({ name: artifactName, slots }), {
      selector: (slot) => slot.name,
      maxLength: 2,
    }),
  })
  .map(({ ofTrail, ofArtifacts }) => {
    const artifacts = ofArtifacts.map((it) => `{name: ${it.name}, attestations: ${list(it.slots)}}`)
    return `version: 1\ntrail:\n  attestations: ${list(ofTrail)}\n  artifacts: [${artifacts.join(', ')}]\n`
  })

/** Returns whether one must stay before the other, as else another one counts. */
function isBound(first: StoryEvent, then: StoryEvent): boolean {
  if (first.kind === 'artifact') {
    if (then.kind === 'artifact') return first.name === then.name
    return 'artifact_fingerprint' in then.scope && first.name === then.about
  }
  return then.kind === 'attestation' && first.name === then.name && first.about === then.about
}

/** The events in another order with the same result; `keys` choose the order. */
export function shuffled(items: readonly StoryEvent[], keys: readonly number[]): StoryEvent[] {
  const waiting = items.map((item, index) => ({ item, index, key: keys[index] ?? 0 }))
  const result: StoryEvent[] = []
  while (waiting.length) {
    const free = waiting.filter(
      (one) => !waiting.some((other) => other.index < one.index && isBound(other.item, one.item)),
    )
    const next = free.reduce((a, b) => (b.key < a.key ? b : a))
    waiting.splice(waiting.indexOf(next), 1)
    result.push(next.item)
  }
  return result
}

import type { Attestation } from '#contract/attestation/attestation.ts'
import type { MissingEvidence } from '#contract/attestation/explorer.ts'
import type { ExpiredAge } from '#contract/verdict/qualifiers.ts'
import { effectiveVerdictOf } from '#domain/attestation/record-verdicts.ts'
import { addTo } from '#domain/trail/artifact-evidence.ts'
import { type EvidenceLimits, expiredAge } from '#domain/verdict/evidence-age.ts'

/** A hash with the commits that it may stand for. */
interface ResolvedCommit {
  asked: string
  matches: readonly string[]
}

/** An attestation with its age, where that is more than the organization allows. */
export type AgedAttestation = Attestation & { expired?: ExpiredAge }

/** Adds their ages to attestations of commits; overrides have none. */
export const withAges = (
  evidence: Readonly<Record<string, readonly Attestation[]>>,
  limits: EvidenceLimits,
): Record<string, AgedAttestation[]> =>
  Object.fromEntries(
    Object.entries(evidence).map(([commit, attestations]) => [
      commit,
      attestations.map((one) => {
        const { is_override, attestation_type, created_at: recorded_at } = one
        const expired = is_override ? null : expiredAge({ attestation_type, recorded_at }, limits)
        return expired ? { ...one, expired } : one
      }),
    ]),
  )

/** A row of the grid: evidence of one commit and what lacks, or why there is none. */
export type CommitRow = { asked: string } & (
  | {
      state: 'evidence'
      commit: string
      attestations: readonly AgedAttestation[]
      missing: readonly MissingEvidence[]
    }
  | { state: 'none' | 'filtered'; commit: string }
  | { state: 'ambiguous'; matches: readonly string[] }
  | { state: 'unseen' | 'invalid' | 'other_length' }
)

/** The full hash that a short one stands for, itself where it is full; null where that is open. */
export function commitOf(asked: string, matches: readonly string[]): string | null {
  if (asked.length === 40) return asked
  const [only, another] = matches
  return only?.length === 40 && another === undefined ? only : null
}

/** Full hashes that the service can be asked for, each once. */
export function commitsToAsk(resolved: readonly ResolvedCommit[]): string[] {
  const all = resolved.map(({ asked, matches }) => commitOf(asked, matches))
  return [...new Set(all.filter((one) => one !== null))]
}

/** A row for each hash, in the order in which they were given. */
export function commitRows(
  asked: readonly string[],
  resolved: readonly ResolvedCommit[],
  evidence: Readonly<Record<string, readonly AgedAttestation[]>>,
  missing: readonly MissingEvidence[],
  isNarrowed: boolean,
): CommitRow[] {
  const known = new Map(resolved.map((one) => [one.asked, one.matches]))
  return asked.map((hash): CommitRow => {
    if (!isCommitHash(hash)) return { asked: hash, state: 'invalid' }
    const matches = known.get(hash) ?? []
    const commit = commitOf(hash, matches)
    if (commit === null) {
      if (matches.length > 1) return { asked: hash, state: 'ambiguous', matches }
      const isOther = hash.length > 40 || matches.length === 1
      return { asked: hash, state: isOther ? 'other_length' : 'unseen' }
    }
    const attestations = withoutSaid(evidence[commit] ?? [])
    const lacking = missing.filter((one) => one.commit === commit)
    if (attestations.length + lacking.length > 0) {
      return { asked: hash, state: 'evidence', commit, attestations, missing: lacking }
    }
    if (matches.length === 0) return { asked: hash, state: 'unseen' }
    return { asked: hash, state: isNarrowed ? 'filtered' : 'none', commit }
  })
}

/** Evidence and overrides but those that are over, and those that evidence among them says. */
function withoutSaid(attestations: readonly AgedAttestation[]): readonly AgedAttestation[] {
  const overridden = new Set(
    attestations.flatMap((one) => (one.overridden_by === undefined ? [] : one.attestation_id)),
  )
  return attestations.filter(
    ({ is_override, effective_is_compliant, override_of }) =>
      !is_override ||
      (effective_is_compliant !== null && (override_of === null || !overridden.has(override_of))),
  )
}

/** The first line of a commit's message, as the newest evidence that has one says it. */
export function messageOf(row: CommitRow): string | undefined {
  if (row.state !== 'evidence') return undefined
  const described = row.attestations.find(({ git_commit_info }) => git_commit_info?.message)
  return described?.git_commit_info?.message?.split('\n')[0]
}

/**
 * Names of the attestations that some rows have or lack, in the order in which pipelines report them:
 * each at its usual place among the evidence of its commits, what nobody has reported last.
 */
export function namesIn(rows: readonly CommitRow[]): string[] {
  const positions = new Map<string, number[]>()
  for (const row of rows) {
    if (row.state !== 'evidence') continue
    const oldestFirst = row.attestations.toSorted((a, b) => a.created_at - b.created_at)
    const names = new Set(oldestFirst.map((one) => one.attestation_name))
    for (const [at, name] of [...names].entries()) addTo(positions, name, at / names.size)
    for (const { attestation_name: name } of row.missing) {
      if (!positions.has(name)) positions.set(name, [])
    }
  }
  return [...positions]
    .map(([name, all]) => ({ name, at: all.length === 0 ? 1 : sumOf(all) / all.length }))
    .sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** Whether evidence of a cell fails, or some is missing there. */
const isInTrouble = (
  found: readonly AgedAttestation[],
  missing: readonly MissingEvidence[],
): boolean =>
  missing.length > 0 ||
  newestOfFlows(found).some((one) => effectiveVerdictOf(one)?.verdict === 'non-compliant')

/** Names whose evidence fails or is missing in some of the rows. */
export const troubledNames = (rows: readonly CommitRow[]): string[] =>
  namesIn(rows).filter((name) => rows.some((row) => isNameInTrouble(row, name)))

const isNameInTrouble = (row: CommitRow, name: string): boolean =>
  row.state === 'evidence' &&
  isInTrouble(
    row.attestations.filter((one) => one.attestation_name === name),
    row.missing.filter((one) => one.attestation_name === name),
  )

/** Rows in which something fails or is missing, and those that have no evidence. */
export const troubledRows = (rows: readonly CommitRow[]): CommitRow[] =>
  rows.filter((row) => row.state !== 'evidence' || troubledNames([row]).length > 0)

/** Missing evidence that a search asks for; an empty slot of any type may take that type. */
export const missingIn = (
  missing: readonly MissingEvidence[],
  { flow_name, attestation_name, attestation_type }: Narrowing,
) =>
  missing.filter(
    (one) =>
      (flow_name ?? [one.flow_name]).includes(one.flow_name) &&
      (attestation_name ?? [one.attestation_name]).includes(one.attestation_name) &&
      (one.attestation_type === '*' ||
        (attestation_type ?? [one.attestation_type]).includes(one.attestation_type ?? '')),
  )

interface Narrowing {
  flow_name?: readonly string[] | undefined
  attestation_name?: readonly string[] | undefined
  attestation_type?: readonly (string | null)[] | undefined
}

/** Of each flow the newest of some attestations, which come newest first. */
export function newestOfFlows(attestations: readonly AgedAttestation[]): AgedAttestation[] {
  const flows = new Set<string>()
  return attestations.filter(({ flow_name }) => {
    const isFirst = !flows.has(flow_name)
    flows.add(flow_name)
    return isFirst
  })
}

/** Commits that one request may ask for. */
export const maxCommits = 100

/** Whether a text is a commit's hash, or its first characters from 5 on. */
export const isCommitHash = (text: string) => /^[0-9a-f]{5,64}$/.test(text)

/** Commits in an address, each once. */
export const givenCommits = (list: readonly string[] | undefined): string[] => [
  ...new Set(list?.map((one) => one.toLowerCase())),
]

const address = /\bhttps?:\/\/\S+/g

/** Of an address the part that names a commit: the last that can. */
const hashOfAddress = (text: string) =>
  text
    .split(/[^0-9A-Za-z]+/)
    .map((part) => part.toLowerCase())
    .findLast((part) => isCommitHash(part) && /\d/.test(part))

/**
 * Hashes in a pasted text, whatever stands between them, and those of addresses of commits; each once,
 * and the words left aside.
 */
export function hashesIn(text: string): { hashes: string[]; words: string[] } {
  const plain = text.replace(address, (found) => hashOfAddress(found) ?? ` ${found} `)
  const parts = [...new Set(plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean))]
  const hashes = parts.map((part) => part.toLowerCase()).filter(isCommitHash)
  const words = parts.filter((part) => !isCommitHash(part.toLowerCase()))
  return { hashes: [...new Set(hashes)], words }
}

/** A pasted text with a hash in a line of its own more, or without it. */
export function toggledHash(text: string, hash: string): string {
  const { hashes } = hashesIn(text)
  if (!hashes.includes(hash)) return [text.trimEnd(), hash].filter(Boolean).join('\n')
  return hashes.filter((one) => one !== hash).join('\n')
}

/**
 * "5 of 7 commits have evidence: 2 with compliant evidence only, 1 of them by override; 1 with
 * non-compliant evidence; 2 lack an attestation."
 */
export function describeCommits(rows: readonly CommitRow[]): string {
  const all = rows.length === 1 ? 'The commit' : `${rows.length} commits`
  const states = rows.flatMap((row) => {
    if (row.state !== 'evidence') return []
    const verdicts = namesIn([row])
      .flatMap((name) =>
        newestOfFlows(row.attestations.filter((one) => one.attestation_name === name)),
      )
      .flatMap((one) => effectiveVerdictOf(one) ?? [])
    const isFailing = verdicts.some(({ verdict }) => verdict === 'non-compliant')
    const isLacking = row.missing.length > 0
    const isCarried = verdicts.some(({ qualifiers }) => qualifiers?.overridden)
    const isAged = verdicts.some(({ qualifiers }) => qualifiers?.expired.length)
    return [{ hasEvidence: row.attestations.length > 0, isFailing, isLacking, isCarried, isAged }]
  })
  const found = states.filter(({ hasEvidence }) => hasEvidence).length
  const failing = states.filter(({ isFailing }) => isFailing).length
  const lacking = states.filter(({ isFailing, isLacking }) => !isFailing && isLacking).length
  const compliant = states.filter(({ isFailing, isLacking }) => !isFailing && !isLacking)
  const carried = compliant.filter(({ isCarried }) => isCarried).length
  const aged = compliant.filter(({ isAged }) => isAged).length
  const verb = rows.length === 1 ? 'has' : 'have'
  const parts = [
    compliant.length > 0 &&
      [
        `${compliant.length} with compliant evidence only`,
        ...(aged > 0 ? [`${aged} of them on expired evidence`] : []),
        ...(carried > 0 ? [`${carried} of them by override`] : []),
      ].join(', '),
    failing > 0 && `${failing} with non-compliant evidence`,
    lacking > 0 && `${lacking} ${lacking === 1 ? 'lacks' : 'lack'} an attestation`,
  ].filter(Boolean)
  const rest = parts.length > 0 ? `: ${parts.join('; ')}` : ''
  if (found === 0) return `${all} ${verb} no evidence${rest}.`
  return `${found === rows.length ? all : `${found} of ${all}`} ${verb} evidence${rest}.`
}

import type { ConsistentRead } from '#server/database/whole/consistent-read.ts'

/** Entries of the log about allow-lists and about new names of environments, in its order. */
const entries = `
  select record.org_id, record.kind, record.actor, record.recorded_at, record.body::jsonb as body
  from record left join record_seal as seal
    on seal.org_id = record.org_id and seal.record_id = record.id
  where record.kind in ('artifact_allowed', 'allowance_updated', 'artifact_disallowed',
      'allowance_expired', 'allowance_requested', 'allowance_approved', 'environment_renamed')
    and record.result is null
  order by record.org_id, seal.seq nulls last, record.id`

const stored = `
  select organization.name as organization, row.org_id, row.id, environment.name as environment,
    row.fingerprint, row.name, row.description, row.created_at, row.created_by, row.expires_at,
    row.standing, row.approved_by, row.ended_at, row.ended_by
  from allowed_artifact as row
  join organization on organization.id = row.org_id
  join environment on environment.org_id = row.org_id and environment.id = row.environment_id
  order by row.org_id, row.created_at, row.id`

interface Entry {
  org_id: string
  kind: string
  actor: string
  recorded_at: number
  body: {
    environment_name: string
    fingerprint: string
    artifact_name?: string
    description?: string
    expires_at?: number
    proposal_id?: string
    requested_by?: string
    name: string
    new_name: string
  }
}

interface Row {
  organization: string
  org_id: string
  id: string
  environment: string
  fingerprint: string
  name: string
  description: string
  created_at: number
  created_by: string
  expires_at: number | null
  standing: string
  approved_by: string | null
  ended_at: number | null
  ended_by: string | null
}

/** An entry of an allow-list as the log has it. */
interface Allowance {
  org_id: string
  /** Its environment, whatever that is called. */
  environment: string
  fingerprint: string
  by: string
  said: Entry['body']
  end: { at: number; by: string; isExpired: boolean } | null
}

/** A row, and what the log says otherwise of it. */
export interface Compared {
  organization: string
  row: string
  /** Null where they agree. */
  fault: string | null
}

/** Compares entries of allow-lists, those that have ended too, with what the log says of them. */
export async function* compareAllowLists(read: ConsistentRead): AsyncGenerator<Compared> {
  const log = new AllowanceLog()
  for await (const entry of read.rows<Entry>(entries)) log.add(entry)
  const others: Row[] = []
  for await (const row of read.rows<Row>(stored)) {
    if (log.isOnlyRequested(row)) continue
    const allowance = log.take(row, log.environment(row.org_id, row.environment))
    if (allowance) yield compared(row, faultOf(row, allowance, log.approvals.get(row.id)))
    else others.push(row)
  }
  for (const row of others) {
    const isElsewhere = log.take(row) !== undefined
    const fault = isElsewhere ? 'its environment is not the one it was allowed in' : null
    yield compared(row, fault ?? 'no entry allows it')
  }
  const organizations = new Map<string, string>()
  for await (const { id, name } of read.rows<{ id: string; name: string }>(
    'select id, name from organization',
  ))
    organizations.set(id, name)
  for (const { org_id, fingerprint } of log.left()) {
    const organization = organizations.get(org_id)
    if (organization === undefined) continue
    yield compared({ organization, fingerprint }, 'it was allowed, and is gone')
  }
}

const compared = (
  { organization, fingerprint }: Pick<Row, 'organization' | 'fingerprint'>,
  fault: string | null,
): Compared => ({ organization, row: `allow-list entry of ${fingerprint}`, fault })

function faultOf(row: Row, { by, said, end }: Allowance, approval: Entry | undefined) {
  if ((end === null) !== (row.standing === 'stands')) {
    return end === null ? 'its end is not in the log' : 'it has ended'
  }
  if (row.name !== said.artifact_name) return 'its name is not the one that was given'
  if (row.description !== said.description) return 'its reason is not the one that was given'
  if (row.expires_at !== (said.expires_at ?? null)) return 'its expiry is not the one that was set'
  if (row.created_by !== (approval?.body.requested_by ?? by)) return 'its author is not who made it'
  if (row.approved_by !== (approval?.actor ?? null)) return 'who approved it is not who did'
  const isSameEnd = row.ended_at === (end?.at ?? null) && row.ended_by === (end?.by ?? null)
  if (!isSameEnd || (row.standing === 'expired') !== (end?.isExpired ?? false)) {
    return 'its end is not the one in the log'
  }
  return null
}

/** The allowances that the log tells of, found by what a row has. */
class AllowanceLog {
  /** Approvals of requests, by their ids, which are those of the rows. */
  readonly approvals = new Map<string, Entry>()
  readonly #requests = new Set<string>()
  /** Of each environment by its name: the same after it was renamed. */
  readonly #environments = new Map<string, string>()
  #environmentCount = 0
  /** The last allowance of an artifact in an environment. */
  readonly #last = new Map<string, Allowance>()
  /** Allowances by artifact and instant, in the order of the log. */
  readonly #byInstant = new Map<string, Allowance[]>()

  environment(org_id: string, name: string): string {
    const key = `${org_id} ${name}`
    const known = this.#environments.get(key) ?? String((this.#environmentCount += 1))
    this.#environments.set(key, known)
    return known
  }

  add(entry: Entry): void {
    const { org_id, kind, actor, recorded_at, body } = entry
    if (kind === 'environment_renamed') {
      const environment = this.environment(org_id, body.name)
      this.#environments.delete(`${org_id} ${body.name}`)
      this.#environments.set(`${org_id} ${body.new_name}`, environment)
      return
    }
    if (kind === 'allowance_requested') this.#requests.add(body.proposal_id ?? '')
    if (kind === 'allowance_approved') this.approvals.set(body.proposal_id ?? '', entry)
    const environment = this.environment(org_id, body.environment_name)
    const { fingerprint } = body
    const place = `${environment} ${fingerprint}`
    const last = this.#last.get(place)
    if (kind === 'artifact_allowed') {
      const made = { org_id, environment, fingerprint, by: actor, said: body, end: null }
      this.#last.set(place, made)
      const key = instantOf({ org_id, fingerprint, created_at: recorded_at })
      this.#byInstant.set(key, [...(this.#byInstant.get(key) ?? []), made])
    } else if (last && kind === 'allowance_updated') last.said = body
    else if (last && (kind === 'artifact_disallowed' || kind === 'allowance_expired')) {
      last.end = { at: recorded_at, by: actor, isExpired: kind === 'allowance_expired' }
    }
  }

  /** Whether a row is a request that was never approved, and does not pass for more. */
  isOnlyRequested = ({ id, standing }: Row): boolean =>
    standing !== 'stands' && this.#requests.has(id) && !this.approvals.has(id)

  /** Takes out the allowance that a row is of, in an environment or in any. */
  take(row: Row, environment?: string): Allowance | undefined {
    const made = this.#byInstant.get(instantOf(row)) ?? []
    const index = made.findIndex(
      (one) => environment === undefined || one.environment === environment,
    )
    return index < 0 ? undefined : made.splice(index, 1)[0]
  }

  left = (): Allowance[] => [...this.#byInstant.values()].flat()
}

const instantOf = (one: Pick<Row, 'org_id' | 'fingerprint' | 'created_at'>) =>
  `${one.org_id} ${one.fingerprint} ${one.created_at}`

import type pg from 'pg'
import { environmentState, logicalState } from '#domain/verdict/verdict.ts'
import { OrgDatabase } from '#server/database/org-database.ts'
import { openKysely, openPool } from '#server/database/pool.ts'
import { evaluateArtifacts, rulesOf } from '#server/evaluation/evaluate-artifacts.ts'
import { listVerdictsNow } from '#server/evaluation/verdict-queries.ts'
import { stateOf } from '#server/snapshot/queries.ts'
import { listRunningNow } from '#server/snapshot/running-queries.ts'

interface Environment {
  org_id: string
  id: string
  name: string
  type: string
}

const line = (name: string, fingerprint: string, compliant: boolean | null) =>
  `${name} ${fingerprint.slice(0, 8)} ${compliant}`

/** Stored verdicts of an environment and those of a fresh evaluation, which must be equal. */
interface StoredAndFresh {
  name: string
  stored: { state: boolean | null; snapshot: boolean | null; failing: number; verdicts: string[] }
  fresh: StoredAndFresh['stored']
}

/** Evaluates every environment of a database again, and counts the waiting queue entries. */
export async function recomputeVerdicts(
  connection: pg.ClientConfig,
): Promise<{ environments: StoredAndFresh[]; waiting: number }> {
  const pool = openPool(connection, { prepared: false, max: 2, onError: () => undefined })
  try {
    const kysely = openKysely(pool)
    const { rows } = await pool.query<Environment>('select org_id, id, name, type from environment')
    const states = new Map<string, boolean | null>()
    const environments: StoredAndFresh[] = []
    for (const { org_id, id, name, type } of rows) {
      if (type === 'logical') continue
      const org = new OrgDatabase(kysely, org_id)
      const found = await evaluateOne(org, id)
      states.set(id, found.fresh.state)
      environments.push({ name, ...found })
    }
    for (const { org_id, id, name } of rows.filter(({ type }) => type === 'logical')) {
      const org = new OrgDatabase(kysely, org_id)
      const { rows: members } = await pool.query<{ member_id: string }>(
        'select member_id from environment_member where environment_id = $1',
        [id],
      )
      const state = logicalState(members.map((one) => states.get(one.member_id) ?? null))
      const stored = await storedOf(org, id)
      const { failing } = stored
      environments.push({ name, stored, fresh: { state, snapshot: state, failing, verdicts: [] } })
    }
    const { rows: counts } = await pool.query<{ waiting: number }>(
      `select (select count(*) from reevaluation_queue)::int + (select count(*) from environment_queue)::int as waiting`,
    )
    return { environments, waiting: counts[0]?.waiting ?? 0 }
  } finally {
    await pool.end()
  }
}

async function storedOf(org: OrgDatabase, id: string): Promise<StoredAndFresh['stored']> {
  const { state, non_compliant_count: failing, snapshot_index: index } = await stateOf(org, id)
  const snapshot = await org
    .selectFrom('snapshot')
    .select('snapshot.state')
    .where('snapshot.environment_id', '=', id)
    .where('snapshot.index', '=', index)
    .executeTakeFirst()
  const verdicts = (await listVerdictsNow(org, id)).map((one) =>
    line(one.name, one.fingerprint, one.compliant),
  )
  return { state, snapshot: snapshot?.state ?? null, failing, verdicts: verdicts.sort() }
}

async function evaluateOne(org: OrgDatabase, id: string) {
  const stored = await storedOf(org, id)
  const rules = await rulesOf(org, id)
  const running = await listRunningNow(org, id)
  const artifacts = await evaluateArtifacts(org, rules, running)
  const { snapshot_index } = await stateOf(org, id)
  const { state } = environmentState(rules.policies.length, snapshot_index > 0 ? artifacts : null)
  const verdicts =
    rules.policies.length > 0
      ? artifacts.map((one) => line(one.name, one.fingerprint, one.compliant))
      : []
  const failing = artifacts.filter((one) => one.compliant === false).length
  return { stored, fresh: { state, snapshot: state, failing, verdicts: verdicts.sort() } }
}

import { createHash } from 'node:crypto'
import type pg from 'pg'
import { bulkLoad } from './bulk-load.ts'

/** Flows of a generated organization. */
export const flows = 10
/** Days that its reports are spread over, and attestations of a trail. */
const days = 90
const perTrail = 20

/** The trail of the first flow in the middle of an organization, and its artifact. */
export function middleTrail(org: string, count: number): { trail: string; fingerprint: string } {
  const number = 2 * Math.floor(count / perTrail / 4)
  const fingerprint = createHash('sha256').update(`${org}${number}`).digest('hex')
  return { trail: `build-${number}`, fingerprint }
}

/** Tables that most rows are inserted into. */
const multiplied = [
  ...['trail', 'trail_status', 'artifact', 'artifact_state', 'attestation', 'current_attestation'],
  ...['record', 'record_seal'],
]

/**
 * Repeats what was reported on one trail of each flow, with one artifact and one attestation, over
 * 90 days, up to a number of attestations, 20 of a trail. Half is in the first flow, one in twenty
 * attestations is non-compliant, few are overrides, and the audit log has an entry for each trail.
 * @param beside - a second connection, so that two processors insert
 */
export async function multiplyReports(
  client: pg.Client,
  beside: pg.Client,
  org: string,
  count: number,
): Promise<void> {
  // Rows are grouped by the million.
  for (const one of [client, beside]) await one.query("set work_mem = '256MB'")
  await client.query(
    `create temporary table made_trail as
      select seeded.org_id, seeded.flow_id, seeded.id as seed_id, number,
        lpad(to_hex(2000000000 - number), 8, '0') || '-0000-4000-8000-00000003' as id,
        extract(epoch from now()) - (number * ($2::float8 / $3)) as at,
        encode(sha256(convert_to($1 || number, 'UTF8')), 'hex') as fingerprint
      from generate_series(1, $3::integer) as number
      join (select trail.*, row_number() over (order by flow.name) as place
        from trail join flow on flow.org_id = trail.org_id and flow.id = trail.flow_id
        join organization on organization.id = trail.org_id and organization.name = $1) as seeded
        on seeded.place = case when number % 2 = 0 then 1 else 1 + number / 2 % ${flows} end`,
    [org, days * 86_400, Math.ceil(count / perTrail)],
  )
  // Of all tables: else a seed may be looked for among all rows that are made like it.
  await client.query('analyze')
  await bulkLoad(client, multiplied, async () => {
    await multiplyTrails(client)
    await multiplyEntries(client)
    await multiplyAttestations(client, beside, count)
  })
  await client.query('drop table made_trail')
}

/** Inserts rows like a seed, with other values in some columns. */
async function insertLike(
  client: pg.Client,
  table: string,
  from: string,
  values: Record<string, string>,
): Promise<void> {
  const changes = Object.entries(values).flatMap(([column, value]) => [`'${column}'`, value])
  await client.query(`insert into ${table} select one.* from ${from}
    cross join lateral jsonb_populate_record(seed, jsonb_build_object(${changes.join(', ')})) as one`)
}

/** Trails with their verdicts, and an artifact of each. */
async function multiplyTrails(client: pg.Client): Promise<void> {
  const seededBy = (table: string, key: string, alias = 'seed') =>
    `made_trail as made join ${table} as ${alias}
      on ${alias}.org_id = made.org_id and ${alias}.${key} = made.seed_id`
  const at = { created_at: 'at' }
  await insertLike(client, 'trail', seededBy('trail', 'id'), {
    ...{ id: 'made.id', name: `'build-' || number`, last_modified_at: 'at', ...at },
  })
  const isOfTrail = { trail_id: 'made.id' }
  await insertLike(client, 'trail_status', seededBy('trail_status', 'trail_id'), isOfTrail)
  const ids = { id: 'made.id', ...isOfTrail, fingerprint: 'made.fingerprint' }
  await insertLike(client, 'artifact', seededBy('artifact', 'trail_id'), { ...ids, ...at })
  const states = `${seededBy('artifact', 'trail_id', 'built')}
    join artifact_state as seed on seed.org_id = built.org_id and seed.artifact_id = built.id`
  await insertLike(client, 'artifact_state', states, { artifact_id: 'made.id', ...at })
  for (const [counted, state] of Object.entries({
    trail: 'trail_status',
    artifact: 'artifact_state',
  })) {
    await client.query(`insert into ${counted}_delta (org_id, id, flow_id, day, state, amount)
      select made.org_id, gen_random_uuid(), made.flow_id, floor(at / 86400)::integer, state, count(*)
      from made_trail as made join ${state} as stated
        on stated.org_id = made.org_id and stated.${counted}_id = made.id group by 1, 3, 4, 5`)
  }
}

/** Entries of the audit log in their order, with the hashes of a seed: they prove nothing. */
async function multiplyEntries(client: pg.Client): Promise<void> {
  await client.query(`create temporary table made_entry as
    select made.*, row_number() over (order by at)
      + (select max(seq) from record_seal where record_seal.org_id = made.org_id) as seq
    from made_trail as made`)
  await client.query(`create temporary table seed_entry as select * from record_seal
    where (org_id, seq) in (select org_id, max(seq) from record_seal
      where org_id in (select org_id from made_trail) group by org_id)`)
  await insertLike(
    client,
    'record',
    `made_entry as made join seed_entry on seed_entry.org_id = made.org_id
      join record as seed on seed.org_id = made.org_id and seed.id = seed_entry.record_id`,
    { id: 'made.id', recorded_at: 'at' },
  )
  await client.query(`insert into record_seal (org_id, seq, record_id, prev_hash, hash, recorded_at,
      actor, key_label, kind, object_type, object, result)
    select made.org_id, made.seq, made.id, prev_hash, hash, at, actor, key_label, kind, object_type,
      object, result
    from made_entry as made join seed_entry on seed_entry.org_id = made.org_id`)
  const ofMade = 'from record_seal where org_id in (select org_id from made_trail)'
  await client.query(`insert into record_tally (org_id, day, kind, result, count)
    select org_id, day, kind, result, count(*) ${ofMade} group by 1, 2, 3, 4`)
  await client.query(`insert into record_counted (org_id, seq)
    select org_id, max(seq) ${ofMade} group by 1`)
  await client.query('drop table made_entry, seed_entry')
}

async function multiplyAttestations(
  client: pg.Client,
  beside: pg.Client,
  count: number,
): Promise<void> {
  await client.query(
    `create unlogged table made as
      select trail.org_id, trail.flow_id, trail.id as trail_id, payload, at,
        case when place % 2 = 0 then trail.fingerprint end as fingerprint,
        case when place % 499 = 0 then 'rare' else 'check-' || place % 12 end as name,
        case when place % 12 < 4 then 'junit' else 'generic' end as type,
        place % 20 <> 0 as is_compliant, place % 1009 = 0 as is_override,
        case when place % 997 = 0 then 'somebody' else reported_by end as reporter,
        lpad(to_hex(2000000000 - place), 8, '0') || '-0000-4000-8000-00000000' as id
      from generate_series(1, $1::integer) as place
      join made_trail as trail on trail.number = 1 + (place - 1) / ${perTrail}
      join attestation as seed on seed.org_id = trail.org_id and seed.trail_id = trail.seed_id`,
    [count],
  )
  await Promise.all([
    client.query(`insert into attestation (org_id, id, flow_id, trail_id, name, type,
        is_compliant, is_override, fingerprint, target_artifacts, payload, created_at, reported_by)
      select org_id, id, flow_id, trail_id, name, type, is_compliant, is_override, fingerprint, '{}',
        payload, at, reporter from made`),
    beside
      .query(`insert into current_attestation (org_id, trail_id, scope, name, attestation_id)
      select org_id, trail_id, '', name, max(id) from made group by org_id, trail_id, name`)
      .then(() =>
        beside.query(`insert into attestation_delta
        (org_id, id, flow_id, day, name, type, is_compliant, is_override, reported_by, amount)
      select org_id, gen_random_uuid(), flow_id, floor(at / 86400)::integer, name, type,
        is_compliant, is_override, reporter, count(*) from made group by 1, 3, 4, 5, 6, 7, 8, 9`),
      ),
  ])
  await client.query('drop table made')
}

import type pg from 'pg'
import { bulkLoad } from './bulk-load.ts'

/** Size of a generated organization. */
export interface EnvironmentSize {
  environments: number
  snapshots: number
}

const slots = 20
const seedOf = (what: string) => `select * from ${what} where org_id = (
  select id from organization where name = $1)`

/**
 * Creates many environments and snapshots from the reported one: 20 artifacts run in each, and
 * every snapshot replaces one of them by another build. The first environment has six in ten of all
 * snapshots, the tenth has been quiet for 60 days; one build in 97 is of the rare repository.
 */
export async function multiplyEnvironments(
  client: pg.Client,
  org: string,
  { environments, snapshots }: EnvironmentSize,
): Promise<void> {
  const query = (text: string) => client.query(text, [org])
  const [most, others] = [snapshots * 0.6, (snapshots * 0.4) / (environments - 1)].map(Math.floor)
  await query(`create temporary table place as
      select seed.org_id, place_number, case when place_number = 0 then seed.id
          else lpad(to_hex(place_number), 8, '0') || '-0000-4000-8000-00000000' end as id,
        case when place_number = 0 then ${most} else ${others} end as length
      from generate_series(0, ${environments - 1}) as place_number,
        (${seedOf('environment')}) as seed`)
  await query(`insert into environment (org_id, id, name, type, description, include_scaling,
      require_provenance, tags, created_at, created_by, last_modified_at)
    select place.org_id, place.id, 'place-' || lpad(place_number::text, 4, '0'), type,
      description, include_scaling, require_provenance, tags, created_at, created_by,
      last_modified_at
    from place, (${seedOf('environment')}) as seed where place_number > 0`)
  await client.query(`insert into environment_state select org_id, id, now, now - place_number,
      0, 0, null, now - place_number
    from place, extract(epoch from now()) as now where place_number > 0`)
  // First snapshots of artifacts: all start in the first snapshot, then one in each.
  await query(`create temporary table begun as
    select place.org_id, place.id as environment_id, environment.number as environment_number,
      index, slot, 'service-' || slot as name,
      now - 90 * 86400 * (1 - index::float8 / (place.length + 1)) + place_number * 0.001
        - case when place_number = 9 then 60 * 86400 else 0 end as at,
      encode(sha256(convert_to($1 || ' ' || place_number || ' ' || index || ' ' || slot, 'UTF8')),
        'hex') as fingerprint,
      row_number() over (order by index, place_number, slot) as row_number
    from place
    join environment on environment.org_id = place.org_id and environment.id = place.id
    cross join extract(epoch from now()) as now
    cross join lateral generate_series(1, place.length) as index
    cross join lateral generate_series(0, ${slots - 1}) as slot
    where index = 1 or slot = index % ${slots}`)
  await query(
    `create temporary table row_seed as select detail from (${seedOf('running')}) as one limit 1`,
  )
  await query(`create temporary table snapshot_seed as
    select reported_by_id, reported_by from (${seedOf('snapshot')}) as one limit 1`)
  const made = [
    'deployment',
    'environment_event',
    'event_repo',
    'event_tally',
    'running',
    'snapshot',
  ]
  for (const table of made) {
    await query(`delete from ${table} where org_id = (select id from organization where name = $1)`)
  }
  await bulkLoad(client, [...made, 'artifact', 'artifact_state'], () => fillSnapshots(client, org))
  await client.query(`update environment_state set snapshot_index = place.length, running_count = ${slots}
    from place where environment_state.org_id = place.org_id and environment_id = place.id`)
  await client.query('drop table place, begun, row_seed, snapshot_seed')
}

/** Inserts the snapshots of the temporary table `begun`, with what ran, happened and was built. */
async function fillSnapshots(client: pg.Client, org: string): Promise<void> {
  const query = (text: string) => client.query(text, [org])
  await client.query(`insert into snapshot select org_id, environment_id, index, at,
      reported_by_id, reported_by, null, ${slots}, 1, 1, index, index = 1,
      null, 0, 'server'
    from begun, snapshot_seed where index > 1 or slot = 0`)
  await client.query(`insert into running (org_id, id, environment_id, environment_number, name,
      fingerprint, from_index, to_index, started_index, started_at, instance_count, detail)
    select org_id, lpad(to_hex(row_number), 8, '0') || '-0000-4000-8000-00000001', environment_id,
      environment_number, name, fingerprint, index,
      lead(index) over (partition by environment_id, slot order by index), index, at, 1, detail
    from begun, row_seed`)
  await client.query(`insert into environment_event
    select org_id, lpad(to_hex(row_number), 8, '0') || '-0000-4000-8000-0000000' || part,
      environment_id, index, at, case part when 1 then 'exited' else 'started' end, name,
      case part when 1 then before else fingerprint end, part, 1 - part, null, null
    from (select *, lag(fingerprint) over (partition by environment_id, slot order by index) as before
      from begun) as one, generate_series(0, 1) as part where part = 0 or before is not null`)
  await query(`insert into event_tally
    select org_id, environment_id, floor(recorded_at / 86400), type, count(*)
    from (${seedOf('environment_event')}) as one group by 1, 2, 3, 4`)
  await query(`insert into artifact (org_id, id, flow_id, trail_id, fingerprint, filename,
      template_reference_name, git_commit, git_commit_info, repo_info, repo_id, build_url,
      commit_url, repo_url, created_at, created_by)
    select seed.org_id, lpad(to_hex(row_number), 8, '0') || '-0000-4000-8000-00000002', flow_id,
      trail_id, begun.fingerprint, filename, begun.name, git_commit, git_commit_info, repo_info,
      repo_id, build_url, commit_url, repo_url, at - 3600, created_by
    from begun join (${seedOf('artifact')}) as seed
      on seed.template_reference_name = case when row_number % 97 = 0 then 'rare' else 'common' end`)
  // Else they are joined as if they were empty.
  await client.query('analyze environment_event, artifact')
  await query(`insert into event_repo
    select distinct event.org_id, repo_id, environment_id, recorded_at, event.id
    from (${seedOf('environment_event')}) as event
    join (${seedOf('artifact')}) as built using (fingerprint)`)
  await query(`insert into artifact_state select org_id, id, flow_id, 'COMPLIANT', created_at
    from (${seedOf('artifact')}) as one on conflict do nothing`)
  await query(`insert into deployment select artifact.org_id, environment_id, flow_id, begun.name,
      index, begun.name, begun.fingerprint, artifact.id, at
    from begun join (${seedOf('artifact')}) as artifact using (fingerprint)`)
}

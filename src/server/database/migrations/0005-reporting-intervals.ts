import { type Kysely, sql } from 'kysely'

const columns = sql`
  alter table environment add column reporting_minutes integer;
  alter table environment_state
    add column heard_at double precision,
    add column report_rhythm json,
    add column learned_interval double precision`

// Only the last report is known: intervals are learned from the next ones.
const lastReports = sql`
  update environment_state set heard_at = last_reported_at,
    report_rhythm = json_build_object('counted_at', last_reported_at, 'gaps', json_build_array())
  where last_reported_at is not null`

// Silences of one environment never overlap, so that the order of their ends is that of their begins.
const silences = sql`
  create table environment_silence (
    org_id text not null,
    environment_id text not null,
    ended_at double precision not null,
    started_at double precision not null,
    last_reported_at double precision not null,
    primary key (org_id, environment_id, ended_at),
    foreign key (org_id, environment_id) references environment
  )`

/** Adds after which silence an environment is stale, set or learned, and the silences that ended. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of [columns, lastReports, silences]) await statement.execute(database)
}

import type pg from 'pg'

/** Lets a transaction that has begun pass triggers and foreign keys, on all nodes where there are several. */
export const passTriggers = (client: pg.Client): Promise<unknown> =>
  client.query(`set local citus.propagate_set_commands = 'local';
    set local session_replication_role = 'replica'`)

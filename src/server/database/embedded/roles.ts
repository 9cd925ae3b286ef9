import type pg from 'pg'
import { withClient } from './connect.ts'

/** The superuser that made the cluster: it prepares the service's database, and looks after the server. */
export const supervisor = 'cairn'

/** The role of the service and of commands: it owns their database, and reaches nothing else. */
const service = 'cairn_service'

/** Returns the connection as the service has it, of a connection of the supervisor. */
export function asService(connection: pg.ClientConfig): pg.ClientConfig {
  return { ...connection, user: service }
}

/**
 * Makes the role of the service and its database if they do not exist, and gives it what the
 * supervisor owns in that database, which belonged to it in data folders of before.
 * @param connection the supervisor's, with the name of the database
 */
export async function ensureServiceDatabase(connection: pg.ClientConfig): Promise<void> {
  const { database = '', password } = connection
  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    const isMissing = async (catalog: string, name: string) =>
      (await client.query(`SELECT FROM ${catalog} = $1`, [name])).rowCount === 0
    if (await isMissing('pg_roles WHERE rolname', service)) {
      const proof =
        typeof password === 'string' ? ` PASSWORD ${client.escapeLiteral(password)}` : ''
      await client.query(`CREATE ROLE ${service} LOGIN${proof}`)
    }
    const name = client.escapeIdentifier(database)
    if (await isMissing('pg_database WHERE datname', database))
      await client.query(`CREATE DATABASE ${name} OWNER ${service}`)
    else await client.query(`ALTER DATABASE ${name} OWNER TO ${service}`)
  })
  await withClient(connection, async (client) => void (await client.query(handOver)))
}

/** PostgreSQL refuses REASSIGN OWNED of the role that made the cluster: its catalogs need that. */
const handOver = `DO $$
DECLARE statement text;
BEGIN
  FOR statement IN
    SELECT format('ALTER TABLE %s OWNER TO ${service}', oid::regclass) FROM pg_class
      WHERE relkind IN ('r', 'p', 'v', 'm', 'S') AND relowner = current_user::regrole
        AND relnamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid
          AND classid = 'pg_class'::regclass AND deptype IN ('a', 'i'))
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO ${service}', oid::regprocedure) FROM pg_proc
      WHERE proowner = current_user::regrole AND pronamespace = 'public'::regnamespace
  LOOP
    EXECUTE statement;
  END LOOP;
END $$`

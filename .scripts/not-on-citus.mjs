/** Tests that cannot run on Citus: whole files, or tests of a file by their full name, each with why. */
export const notOnCitus = [
  {
    file: 'src/server/database/migrate.test.ts',
    reason: 'Makes and alters schemas of its own by statements that Citus does not send to nodes.',
  },
  {
    file: 'src/server/database/tables.test.ts',
    reason: 'Reads the catalog of the schema before it is distributed.',
  },
  {
    file: 'src/server/database/tenant-tables.test.ts',
    reason: 'Reads the catalog of the schema before it is distributed.',
  },
  {
    file: 'src/server/database/organization-in-queries.test.ts',
    reason: 'Reads plans of one PostgreSQL; generic ones need version 16, too.',
  },
  {
    file: 'src/server/flow/archived-plans.test.ts',
    reason: 'Reads plans of one PostgreSQL.',
  },
  {
    file: 'src/server/start.test.ts',
    reason: 'Starts the embedded PostgreSQL.',
  },
  {
    file: 'src/server/session/remembered-access.test.ts',
    test: 'looks callers up once while nothing changes',
    reason:
      'Each call looks its caller up there: nodes cannot commit together what one notifies of.',
  },
  {
    file: 'src/server/attestation/cost.test.ts',
    test: 'locks, reads and writes by one statement each',
    reason: 'A report sends its writes one after the other there.',
  },
  {
    file: 'src/server/attestation/cost.test.ts',
    test: 'leaves the indexes of its trail alone',
    reason: 'Reads statistics of the table, which nodes keep of their shards.',
  },
]

import type { Kysely } from 'kysely'
import { appendOnly, auditLog } from './0001-initial/audit-log.ts'
import { controls } from './0001-initial/control.ts'
import { counters } from './0001-initial/counters.ts'
import { environments } from './0001-initial/environment.ts'
import { evidence, evidenceFiles } from './0001-initial/evidence.ts'
import { flows, trails } from './0001-initial/flow.ts'
import { notifications } from './0001-initial/notification.ts'
import { accessChanges, identities, organizations } from './0001-initial/organization.ts'
import { overrides } from './0001-initial/override.ts'
import { personal } from './0001-initial/personal.ts'
import { policies, reevaluation } from './0001-initial/policy.ts'

/** The schema of the first release: each part refers to those before it. */
export async function up(database: Kysely<never>): Promise<void> {
  const parts = [
    organizations,
    identities,
    accessChanges,
    flows,
    trails,
    evidence,
    evidenceFiles,
    counters,
    controls,
    overrides,
    environments,
    policies,
    reevaluation,
    notifications,
    personal,
    auditLog,
    appendOnly,
  ]
  for (const statements of parts) await statements.execute(database)
}

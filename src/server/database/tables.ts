import type { Insertable, Selectable } from 'kysely'
import type { AuditLogTables } from './tables/audit-log.ts'
import type { ControlTables } from './tables/control.ts'
import type { CallCount, CounterTables } from './tables/counters.ts'
import type { EnvironmentTables } from './tables/environment.ts'
import type { EvidenceTables } from './tables/evidence.ts'
import type { FlowTables } from './tables/flow.ts'
import type { NotificationTables } from './tables/notification.ts'
import type { InstanceTables, OrganizationTables } from './tables/organization.ts'
import type { OverrideTables } from './tables/override.ts'
import type { PersonalTables } from './tables/personal.ts'
import type { PolicyTables } from './tables/policy.ts'

/** Tables that belong to one organization: their first key column is `org_id`. */
export interface OrgTables
  extends
    AuditLogTables,
    ControlTables,
    CounterTables,
    EnvironmentTables,
    EvidenceTables,
    FlowTables,
    NotificationTables,
    OrganizationTables,
    OverrideTables,
    PersonalTables,
    PolicyTables {}

/** Every table. */
export interface Tables extends OrgTables, InstanceTables {
  call_count: CallCount
}

/** A row to insert, but for its organization. */
export type NewRow<T extends keyof OrgTables> = Omit<Insertable<Tables[T]>, 'org_id'>

/** A row of `insertMany`: JSON columns hold values, not text. */
export type ManyRow<T extends keyof OrgTables> = {
  [C in Exclude<keyof Insertable<Tables[T]>, 'org_id'>]: Selectable<Tables[T]>[C &
    keyof Selectable<Tables[T]>]
}

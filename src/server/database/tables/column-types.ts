import type { ColumnType } from 'kysely'

/** JSON written as text, so that it is stored as sent, and read as a value. */
export type Json<T = unknown> = ColumnType<T, string, string>
export type NullableJson<T = unknown> = ColumnType<T | null, string | null, string | null>
/** JSON that the database gives a default. */
export type GeneratedJson<T = unknown> = ColumnType<T, string | undefined, string>

/** Unix seconds, fractional: the same in the database, the API and the browser. */
export type Instant = number

/** A row of an organization: its first key column. */
export interface OfOrganization {
  org_id: string
}

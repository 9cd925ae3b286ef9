import type { SummaryExpression } from '#contract/custom-type/custom-type.ts'
import type { Instant, Json, NullableJson } from './column-types.ts'

export interface CustomTypeTable {
  org_id: string
  name: string
  description: string
  archived_at: Instant | null
  created_at: Instant
  created_by: string
  last_modified_at: Instant
  last_modified_by: string
}

/** A version of a custom attestation type; never changed. */
export interface CustomTypeVersionTable {
  org_id: string
  name: string
  /** From 1. */
  version: number
  type_schema: NullableJson<Record<string, unknown>>
  /** The draft of JSON Schema that it is read by; null without a schema. */
  draft: string | null
  rules: Json<string[]>
  summary: Json<SummaryExpression[]>
  comment: string
  created_at: Instant
  created_by: string
}

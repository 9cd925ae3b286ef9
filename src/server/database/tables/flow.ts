import type { Generated } from 'kysely'
import type { Template } from '#contract/template/template.ts'
import type { GeneratedJson, Instant, Json, NullableJson } from './column-types.ts'

export interface Flow {
  org_id: string
  id: string
  name: string
  description: string
  visibility: 'public' | 'private'
  tags: GeneratedJson<Record<string, string>>
  template_id: string
  space_id: Generated<string | null>
  archived_at: Instant | null
  created_at: Instant
  created_by: string
}

export interface TemplateRow {
  org_id: string
  id: string
  sha256: Buffer
  /** Raw YAML, or null for a legacy list of names. */
  content: string | null
  names: NullableJson<string[]>
  document: Json<Template>
  created_at: Instant
}

export interface FlowTemplate {
  org_id: string
  flow_id: string
  version: number
  template_id: string
  created_at: Instant
  created_by: string
}

/** A repository named in reports; provider and external id are its identity. */
export interface Repo {
  org_id: string
  id: string
  /** `""` where no report named one. */
  provider: string
  external_id: string
  name: string
  url: string
  description: string
  tags: GeneratedJson<Record<string, string>>
  created_at: Instant
  last_modified_at: Instant
}

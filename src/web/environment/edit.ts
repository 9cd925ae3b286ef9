import * as z from 'zod/mini'
import type { Environment } from '#contract/environment/environment.ts'
import { saveTagged, taggedCalls } from '../action/save-tagged.ts'
import { tagChanges, tagRows, tagRowsOf } from '../action/tag-rows.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import type { Versioned } from '../api/versioned-query.ts'

/** What the settings form of an environment holds; only a logical one has members. */
export const environmentEdit = z.object({
  description: z.string(),
  include_scaling: z.boolean(),
  included_environments: z.array(z.string()),
  tags: tagRows,
})
export type EnvironmentEdit = z.output<typeof environmentEdit>

/** An environment as its settings form begins. */
export function editOf(environment: Environment): EnvironmentEdit {
  const { description, include_scaling, included_environments, tags } = environment
  return {
    description,
    include_scaling,
    included_environments: included_environments ?? [],
    tags: tagRowsOf(tags),
  }
}

/** The calls that an edit comes to; nothing for what stays as it is. */
export function callsOf(environment: Environment, edit: EnvironmentEdit) {
  const before = editOf(environment)
  const { tags, ...settings } = edit
  const changed = Object.entries(settings).filter(
    ([field, value]) =>
      JSON.stringify(value) !== JSON.stringify(before[field as keyof typeof settings]),
  )
  return {
    patch: changed.length > 0 ? (Object.fromEntries(changed) as Partial<typeof settings>) : null,
    tags: tagChanges(environment.tags, tags),
  }
}

const tagged = (org: string, resource_id: string) => ({
  org,
  resource_type: 'environment',
  resource_id,
})

/** Saves an edit of the environment as it was read; refused with 412 when it changed since. */
export function saveEnvironment(
  org: string,
  { record, etag }: Versioned<Environment>,
  edit: EnvironmentEdit,
): Promise<void> {
  const { patch, tags } = callsOf(record, edit)
  const params = { org, env_name: record.name }
  const save =
    patch && ((ifMatch: string) => call('patchEnvironment', { params, body: patch, ifMatch }))
  return saveTagged(tagged(org, record.name), etag, save, tags)
}

/** The calls that save an edit; before there is one, the call that would. */
export function saveCall(org: string, environment: Environment, edit: EnvironmentEdit): string {
  const { patch, tags } = callsOf(environment, edit)
  const { name, description } = environment
  const params = { org, env_name: name }
  const save =
    patch || !tags ? curl('patchEnvironment', { params, body: patch ?? { description } }) : null
  return taggedCalls(tagged(org, name), save, tags)
}

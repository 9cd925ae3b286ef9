import type { auditObjectTypes } from '#contract/audit.ts'
import type { Change } from '#contract/change.ts'

/** What a record is about, as the audit log is filtered by it. */
export interface AuditObject {
  object_type: (typeof auditObjectTypes)[number] | null
  /** Its name; of a trail `flow/trail`. */
  object: string | null
}

/** Kinds of objects by the subject's field that names them; the first that is there counts. */
const types = {
  environment_name: 'environment',
  space_id: 'space',
  policy_name: 'policy',
  control: 'control',
  service_account: 'service_account',
  member: 'member',
  type_name: 'custom_type',
  notification: 'notification',
  trail_name: 'trail',
  flow_name: 'flow',
  repo_id: 'repo',
  settings: 'settings',
  view: 'view',
} as const satisfies Partial<Record<keyof Change['subject'], string>>

/** The object of a subject; what belongs to no object, such as a sign-in, has none. */
export function objectOf(subject: Change['subject']): AuditObject {
  for (const field of Object.keys(types) as (keyof typeof types)[]) {
    const [name, object_type] = [subject[field], types[field]]
    if (!name) continue
    const isOfFlow = object_type === 'trail' && subject.flow_name
    return { object_type, object: isOfFlow ? `${subject.flow_name}/${name}` : name }
  }
  return { object_type: null, object: null }
}

import type { TestApp } from './app.ts'

/** Tables with reported data, and what follows from it. */
const tables = [
  'flow',
  'flow_template',
  'flow_activity',
  'template',
  'trail',
  'trail_event',
  'trail_status',
  'trail_verdict',
  'artifact',
  'artifact_state',
  'attestation',
  'current_attestation',
  'overridden',
  'override_expiry',
  'override_end',
  'override_state',
  'override_proposal',
  'override_entry',
  'override_impact',
  'override_review',
  'organization_setting',
  'repo',
  'control',
  'control_version',
  'custom_type',
  'custom_type_version',
  'current_decision',
  'environment',
  'environment_member',
  'environment_state',
  'policy',
  'policy_version',
  'policy_attachment',
  'allowed_artifact',
  'notification',
  'notification_watch',
  'notification_target',
  'service_account',
  'service_key',
  'space',
  'saved_view',
  'record',
]

/** Counts stored facts, by table: a refused request changes none of these numbers. */
export async function countRows(app: Pick<TestApp, 'query'>): Promise<Record<string, number>> {
  const counts = tables.map((table) => {
    // A refusal is no reported fact.
    const which = table === 'record' ? "where result is distinct from 'refused'" : ''
    return `(select count(*)::int from ${table} ${which}) as ${table}`
  })
  const [row] = await app.query<Record<string, number>>(`select ${counts.join(', ')}`)
  return row ?? {}
}

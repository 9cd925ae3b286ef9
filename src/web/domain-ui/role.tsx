import { type Role, roles } from '#contract/common/endpoint.ts'
import { ChoiceField } from '#web/form/choice-field.tsx'

/** One of the roles; those above `max` cannot be given by who has no more. */
export function RoleField(props: {
  value: Role
  max?: Role | undefined
  onChange: (role: Role) => void
}) {
  const { value, max = 'admin', onChange } = props
  const offered = roles.filter((role) => roles.indexOf(role) >= roles.indexOf(max))
  return (
    <ChoiceField
      label="Role"
      options={offered.map((role) => ({ value: role, ...roleLabels[role] }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** Roles as people read them, strongest first, each with what it is for. */
export const roleLabels: Record<Role, { label: string; hint: string }> = {
  admin: { label: 'Admin', hint: 'everything, controls and members too' },
  member: { label: 'Member', hint: 'reports, policies and environments' },
  snapshotter: { label: 'Snapshotter', hint: 'reports what runs, and has service accounts' },
  reader: { label: 'Reader', hint: 'reads everything, changes nothing' },
}

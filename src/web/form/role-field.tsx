import { type Role, roles } from '#contract/common/endpoint.ts'
import { roleLabels } from '../ui/role-words.ts'
import { ChoiceField } from './choice-field.tsx'

/** One of the roles; those above `most` cannot be given by who has no more. */
export function RoleField(props: {
  label: string
  value: Role
  most?: Role | undefined
  onChange: (role: Role) => void
}) {
  const { label, value, most = 'admin', onChange } = props
  const offered = roles.filter((role) => roles.indexOf(role) >= roles.indexOf(most))
  return (
    <ChoiceField
      label={label}
      name="role"
      options={offered.map((role) => ({ value: role, ...roleLabels[role] }))}
      isChosen={(role) => role === value}
      onChange={(event) => {
        const chosen = roles.find((role) => role === event.currentTarget.value)
        if (chosen) onChange(chosen)
      }}
    />
  )
}

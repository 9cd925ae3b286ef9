import * as z from 'zod/mini'
import { type Role, roles } from '#contract/common/endpoint.ts'
import {
  type ServiceAccount,
  updateServiceAccount,
} from '#contract/service-account/service-account.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { RoleField, roleLabels } from '#web/domain-ui/role.tsx'
import { fieldOf } from '#web/form/field-of.ts'
import { TextField } from '#web/form/field.tsx'
import { RecordForm } from '#web/record/record-form.tsx'
import { editedAccountQuery } from './queries.ts'

/** Description and role of a service account; a changed role counts from the next request on. */
export default function SettingsForm(props: {
  org: string
  name: string
  max: Role | undefined
  refusal: string | null
}) {
  const { org, name, refusal } = props
  const params = { org, name }
  return (
    <RecordForm
      org={org}
      one="service account"
      refusal={refusal}
      query={editedAccountQuery(org, name)}
      schema={accountEdit}
      labels={{ description: 'Description', privilege: 'Role' }}
      fields={['description', 'privilege']}
      editOf={editOf}
      valueText={(edit, field) => edit[field]}
      save={({ etag }, body) => call(updateServiceAccount, { params, body, ifMatch: etag })}
      call={(_base, body) => curl(updateServiceAccount, { params, body })}
      kind="service_account_changed"
    >
      {({ form, base, edited }) => (
        <>
          <TextField label="Description" {...fieldOf(form, 'description')} />
          <RoleField
            value={edited.privilege}
            max={props.max}
            onChange={(privilege) => form.setValue('privilege', privilege, { shouldDirty: true })}
          />
          {edited.privilege !== base.privilege && (
            <p className="text-table text-muted">
              {roleLabels[base.privilege].label} → {roleLabels[edited.privilege].label}, from the
              next request on.
            </p>
          )}
        </>
      )}
    </RecordForm>
  )
}

/** Fields of a service account's settings form. */
export const accountEdit = z.object({ description: z.string(), privilege: z.enum(roles) })
export type AccountEdit = z.output<typeof accountEdit>

/** A service account as its settings form begins. */
export const editOf = ({ description, privilege }: ServiceAccount): AccountEdit => ({
  description,
  privilege,
})

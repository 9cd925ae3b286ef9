import type { Role } from '#contract/common/endpoint.ts'
import { RecordForm } from '../action/record-form.tsx'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { retryAfterSignIn } from '../api/expiry.ts'
import { RoleField } from '../form/role-field.tsx'
import { TextField } from '../form/text-field.tsx'
import { roleLabels } from '../ui/role-words.ts'
import { accountEdit, editOf } from './edit.ts'
import { editedAccountQuery } from './queries.ts'

/** Description and role of a service account; a changed role counts from the next request on. */
export function SettingsForm(props: {
  org: string
  name: string
  most: Role | undefined
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
      wordsOf={(edit, field) => edit[field]}
      save={({ etag }, body) =>
        retryAfterSignIn(() => call('updateServiceAccount', { params, body, ifMatch: etag }))
      }
      call={(_base, body) => curl('updateServiceAccount', { params, body })}
      kind="service_account_changed"
    >
      {({ form, base, edited }) => (
        <>
          <TextField
            label="Description"
            error={form.formState.errors.description?.message ?? null}
            {...form.register('description')}
          />
          <RoleField
            label="Role"
            value={edited.privilege}
            most={props.most}
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

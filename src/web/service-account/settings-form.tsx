import { useQueryClient } from '@tanstack/react-query'
import type { Role } from '#contract/endpoint.ts'
import { Conflict } from '../action/conflict.tsx'
import { RecordForm } from '../action/record-form.tsx'
import { useRecordForm } from '../action/use-record-form.ts'
import { outdate } from '../api/change-invalidation.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { untilSignedIn } from '../api/expiry.ts'
import { RoleField } from '../form/role-field.tsx'
import { TextField } from '../form/text-field.tsx'
import { roleWords } from '../ui/role-words.ts'
import { type AccountEdit, accountEdit, editOf } from './edit.ts'
import { editedAccountQuery } from './queries.ts'

const labels: Record<keyof AccountEdit, string> = { description: 'Description', privilege: 'Role' }

/** Description and role of a service account; a changed role counts from the next request on. */
export function SettingsForm(props: {
  org: string
  name: string
  most: Role | undefined
  refusal: string | null
}) {
  const { org, name, refusal } = props
  const queryClient = useQueryClient()
  const params = { org, name }
  const { form, base, edited, conflict, submit, isSaved } = useRecordForm({
    query: editedAccountQuery(org, name),
    one: 'service account',
    schema: accountEdit,
    fields: ['description', 'privilege'],
    editOf,
    save: async ({ etag }, body) => {
      await untilSignedIn(() => call('updateServiceAccount', { params, body, ifMatch: etag }))
    },
    onSaved: () => void outdate(queryClient, org, { kind: 'service_account_changed', subject: {} }),
  })
  const isOther = edited.privilege !== base.privilege
  return (
    <RecordForm
      form={form}
      refusal={refusal}
      isSaved={isSaved}
      call={curl('updateServiceAccount', { params, body: edited })}
      onSubmit={submit}
      conflict={
        conflict && (
          <Conflict
            one="service account"
            rows={conflict.differing.map((field) => ({
              label: labels[field],
              mine: edited[field],
              theirs: conflict.theirs[field],
            }))}
            onKeep={conflict.keepMine}
            onTake={conflict.take}
          />
        )
      }
    >
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
      {isOther && (
        <p className="text-table text-muted">
          {roleWords[base.privilege].label} → {roleWords[edited.privilege].label}, from the next
          request on.
        </p>
      )}
    </RecordForm>
  )
}

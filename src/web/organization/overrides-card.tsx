import { useState } from 'react'
import { type UseFormReturn, Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { putOverrideSettings } from '#contract/organization/organization-settings.ts'
import {
  type OverrideSettings,
  approvalScopes,
  approverRoles,
} from '#contract/override/override-settings.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { CheckList } from '#web/form/check-list.tsx'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { fieldOf } from '#web/form/field-of.ts'
import { FieldNote, TextField } from '#web/form/field.tsx'
import { PickField } from '#web/form/pick-field.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { ApprovalReach } from './approval-reach.tsx'
import { type OverrideRecord, overrideSettingsQuery } from './queries.ts'
import { SectionForm, tagsIn } from './section-form.tsx'

const scopes = [
  { value: 'off', label: 'Off', hint: 'an override or allow-list entry takes effect at once' },
  { value: 'tagged', label: 'By tags', hint: 'of flows and environments, below' },
  { value: 'all', label: 'For all flows and environments', hint: '' },
] as const

const labels = {
  approval: 'Approval',
  approval_tags: 'Tags of flows',
  environment_tags: 'Tags of environments',
  approver_roles: 'Who may approve',
  approvers: 'Also',
  default_days: 'Days by default',
  most_days: 'Days at most',
  allows_no_expiry: 'Without end',
}

/** Who has to approve overrides and entries of allow-lists, and how long they stand. */
export function OverridesCard(props: {
  org: string
  refusal: string | null
  /** Members who could approve. */
  members: readonly string[]
}) {
  const { org, members } = props
  const params = { org }
  return (
    <SectionForm<OverrideRecord, OverrideEdit>
      org={org}
      title="Overrides and allow-lists"
      explanation="Who has to agree before somebody's exception counts, and how long one may stand."
      renderEffect={(record) => <ApprovalReach org={org} record={record} />}
      refusal={props.refusal}
      query={overrideSettingsQuery(org)}
      schema={overrideEdit}
      labels={labels}
      editOf={editOf}
      valueText={valueText}
      save={(edit, ifMatch) => call(putOverrideSettings, { params, body: bodyOf(edit), ifMatch })}
      call={(edit) => curl(putOverrideSettings, { params, body: bodyOf(edit) })}
    >
      {(form) => (
        <div className="grid gap-4 lg:grid-cols-2">
          <Approval form={form} />
          <div className="grid content-start gap-3">
            {form.watch('approval') !== 'off' && <Approvers form={form} members={members} />}
            <Expiry form={form} />
          </div>
        </div>
      )}
    </SectionForm>
  )
}

const roleOptions = approverRoles.map((role) => ({ value: role, label: `${role}s` }))

function Approval({ form }: { form: UseFormReturn<OverrideEdit> }) {
  const approval = form.watch('approval')
  return (
    <div className="grid content-start gap-3">
      <Controller
        control={form.control}
        name="approval"
        render={({ field }) => (
          <ChoiceField label="Approval by a second person" options={scopes} {...field} />
        )}
      />
      {approval === 'tagged' && (
        <>
          <TextField
            label="Tags of these flows"
            hint="For overrides: a key, or key:value, separated by commas; one of them is enough."
            autoComplete="off"
            spellCheck={false}
            {...fieldOf(form, 'approval_tags')}
          />
          <TextField
            label="Tags of these environments"
            hint="For entries of their allow-lists."
            autoComplete="off"
            spellCheck={false}
            {...fieldOf(form, 'environment_tags')}
          />
        </>
      )}
    </div>
  )
}

function Approvers(props: { form: UseFormReturn<OverrideEdit>; members: readonly string[] }) {
  const { form, members } = props
  const [text, setText] = useState('')
  return (
    <>
      <fieldset className="grid gap-0.5">
        <legend className="mb-1 text-table font-medium">Who may approve</legend>
        <Controller
          control={form.control}
          name="approver_roles"
          render={({ field }) => (
            <CheckList label="Who may approve" options={roleOptions} {...field} />
          )}
        />
        <FieldNote id="approver-roles" error={form.formState.errors.approver_roles?.message} />
      </fieldset>
      <Controller
        control={form.control}
        name="approvers"
        render={({ field, fieldState }) => (
          <PickField
            label="Also these people, whatever their role"
            find="Find people by name"
            none="No admin or member of this name."
            text={text}
            onText={setText}
            found={members.filter((name) => name.includes(text.trim()))}
            selected={field.value}
            error={fieldState.error?.message ?? null}
            hint="Nobody approves what they asked for themselves."
            onChange={field.onChange}
          />
        )}
      />
    </>
  )
}

function Expiry({ form }: { form: UseFormReturn<OverrideEdit> }) {
  const days = { inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          {...days}
          label="Default expiry in days"
          hint="Leave empty for none."
          {...fieldOf(form, 'default_days')}
        />
        <TextField
          {...days}
          label="Longest expiry in days"
          hint="Leave empty for no limit."
          {...fieldOf(form, 'most_days')}
        />
      </div>
      <Controller
        control={form.control}
        name="allows_no_expiry"
        render={({ field: { value, ...field } }) => (
          <CheckLine
            label="Allow exceptions without expiry"
            hint="where somebody asks for that"
            checked={value}
            {...field}
          />
        )}
      />
    </div>
  )
}

const days = z.string().check(
  z.refine((text) => /^([1-9]\d{0,3})?$/.test(text.trim()), {
    error: 'Enter a number of days, or leave it empty',
  }),
)

/** Values of the form of the section `overrides`. */
const overrideEdit = z.object({
  approval: z.enum(approvalScopes),
  approval_tags: z.string(),
  environment_tags: z.string(),
  approver_roles: z.array(z.enum(approverRoles)),
  approvers: z.array(z.string()),
  default_days: days,
  most_days: days,
  allows_no_expiry: z.boolean(),
})
type OverrideEdit = z.output<typeof overrideEdit>

/** The section as the form begins. */
const editOf = (settings: OverrideSettings): OverrideEdit => ({
  approval: settings.approval,
  approval_tags: settings.approval_tags.join(', '),
  environment_tags: settings.environment_tags.join(', '),
  approver_roles: settings.approver_roles,
  approvers: settings.approvers,
  default_days: String(settings.default_days ?? ''),
  most_days: String(settings.most_days ?? ''),
  allows_no_expiry: settings.allows_no_expiry,
})

const daysIn = (text: string) => (text.trim() === '' ? null : Number(text))

/** Settings of an edit. */
const bodyOf = (edit: OverrideEdit): OverrideSettings => ({
  ...edit,
  approval_tags: tagsIn(edit.approval_tags),
  environment_tags: tagsIn(edit.environment_tags),
  default_days: daysIn(edit.default_days),
  most_days: daysIn(edit.most_days),
})

/** A field of an edit in words. */
function valueText(edit: OverrideEdit, field: keyof OverrideEdit): string {
  const value = edit[field]
  if (typeof value === 'boolean') return value ? 'allowed' : 'not allowed'
  return Array.isArray(value) ? value.join(', ') : value
}

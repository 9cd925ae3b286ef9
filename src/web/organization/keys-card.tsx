import * as z from 'zod/mini'
import { putKeySettings } from '#contract/organization/organization-settings.ts'
import { counted } from '#domain/common/counted.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { fieldOf } from '#web/form/field-of.ts'
import { TextField } from '#web/form/field.tsx'
import { type KeyRecord, keySettingsQuery } from './queries.ts'
import { SectionForm } from './section-form.tsx'

const maxDays = 3_650

const edited = z.object({
  days: z.string().check(
    z.refine(
      (text) => /^\d{0,4}$/.test(text.trim()) && text.trim() !== '0' && Number(text) <= maxDays,
      {
        error: `Enter 1 to ${maxDays} days, or leave it empty`,
      },
    ),
  ),
})
type Edit = z.output<typeof edited>

const bodyOf = ({ days }: Edit) => ({ max_age_days: days.trim() === '' ? null : Number(days) })

/** How many of the working keys an age takes the organization from. */
function reachOf(days: string, ages: readonly number[]): string {
  if (!/^[1-9]\d{0,3}$/.test(days)) return 'Empty: keys of any age.'
  const touched = ages.filter((age) => age >= Number(days)).length
  return `Touches ${touched} of ${counted(ages.length, 'key')}.`
}

/** How old keys may be that open the organization. */
export default function KeysCard(props: { org: string; refusal: string | null }) {
  const { org } = props
  const params = { org }
  return (
    <SectionForm<KeyRecord, Edit>
      org={org}
      title="Keys"
      explanation="From the next request on, older keys give no access here: keys of service accounts and of members, and sessions opened with them. An age that your own key has reached is refused."
      renderEffect={({ key_days: [age], own_key_days: own }) =>
        [
          age === undefined
            ? 'No key works here.'
            : `The oldest key that works here is ${counted(age, 'day')} old.`,
          ...(own === null ? [] : [`The key you signed in with is ${counted(own, 'day')} old.`]),
        ].join(' ')
      }
      refusal={props.refusal}
      query={keySettingsQuery(org)}
      schema={edited}
      labels={{ days: 'Maximum age in days' }}
      editOf={({ max_age_days }) => ({ days: max_age_days === null ? '' : String(max_age_days) })}
      valueText={({ days }) => days.trim() || 'none'}
      save={(edit, ifMatch) => call(putKeySettings, { params, body: bodyOf(edit), ifMatch })}
      call={(edit) => curl(putKeySettings, { params, body: bodyOf(edit) })}
    >
      {(form, { key_days }) => (
        <div className="[&_input:not([type])]:max-w-40">
          <TextField
            label="Maximum age in days"
            hint={reachOf(form.watch('days').trim(), key_days)}
            inputMode="numeric"
            autoComplete="off"
            {...fieldOf(form, 'days')}
          />
        </div>
      )}
    </SectionForm>
  )
}

import * as z from 'zod/mini'
import { putEvidenceSettings } from '#contract/organization/organization-settings.ts'
import { counted } from '#domain/common/counted.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { fieldOf } from '#web/form/field-of.ts'
import { TextField } from '#web/form/field.tsx'
import { lookOf } from '#web/domain-ui/kind-label.tsx'
import { type EvidenceRecord, evidenceSettingsQuery } from './queries.ts'
import { SectionForm } from './section-form.tsx'

const daysPattern = /^(\d{1,4}) ?d?$/
const maxDays = 3_650

/** Days as people type them; null for nothing, undefined for anything else. */
function daysIn(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  const days = Number(daysPattern.exec(typed)?.[1])
  return days >= 1 && days <= maxDays ? days : undefined
}

const daysText = z.string().check(
  z.refine((text) => daysIn(text) !== undefined, {
    error: `Enter 1 to ${maxDays} days, or leave it empty`,
  }),
)

/** A row for each type, since names of types cannot be paths of fields. */
const edited = z.object({ ages: z.array(z.object({ type: z.string(), days: daysText })) })
type Edit = z.output<typeof edited>

/** Every type that there is, or for which something is set. */
const typesOf = ({ types, max_age_days }: EvidenceRecord) => [
  ...new Set([...types, ...Object.keys(max_age_days)]),
]

const bodyOf = ({ ages }: Edit) => ({
  max_age_days: Object.fromEntries(
    ages.flatMap(({ type, days }) => {
      const count = daysIn(days)
      return count == null ? [] : [[type, count]]
    }),
  ),
})

const limitsText = ({ ages }: Edit) =>
  ages
    .flatMap(({ type, days }) =>
      daysIn(days) == null ? [] : `${lookOf(type).label} ${daysIn(days)} d`,
    )
    .join(', ') || 'none'

/** How old evidence may be before verdicts that rest on it say so, by attestation type. */
export default function EvidenceCard(props: { org: string; refusal: string | null }) {
  const { org } = props
  const params = { org }
  return (
    <SectionForm<EvidenceRecord, Edit>
      org={org}
      title="Evidence"
      explanation="Evidence older than this many days has expired. It still counts, and no verdict changes by it, but each verdict that rests on it says so. Empty: never."
      renderEffect={({ max_age_days }) => effectText(Object.keys(max_age_days).length)}
      refusal={props.refusal}
      query={evidenceSettingsQuery(org)}
      schema={edited}
      labels={{ ages: 'Days until evidence expires' }}
      editOf={(record) => ({
        ages: typesOf(record).map((type) => ({
          type,
          days: String(record.max_age_days[type] ?? ''),
        })),
      })}
      valueText={limitsText}
      save={(edit, ifMatch) => call(putEvidenceSettings, { params, body: bodyOf(edit), ifMatch })}
      call={(edit) => curl(putEvidenceSettings, { params, body: bodyOf(edit) })}
    >
      {(form, record) => (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-3 lg:grid-cols-4">
          {typesOf(record).map((type, index) => (
            <TextField
              key={type}
              label={lookOf(type).label}
              placeholder="never"
              autoComplete="off"
              inputMode="numeric"
              {...fieldOf(form, `ages.${index}.days`)}
            />
          ))}
        </div>
      )}
    </SectionForm>
  )
}

const effectText = (count: number) =>
  count === 0
    ? 'No evidence expires.'
    : `Evidence of ${counted(count, 'type')} expires; that of the others never does.`

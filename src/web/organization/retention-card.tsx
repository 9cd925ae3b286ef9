import * as z from 'zod/mini'
import {
  maxRetentionYears,
  putRetentionSettings,
  type RetentionSettings,
} from '#contract/organization/retention-settings.ts'
import { counted } from '#domain/common/counted.ts'
import { sizeOf } from '#domain/common/size.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { fieldOf } from '#web/form/field-of.ts'
import { TextField } from '#web/form/field.tsx'
import { type RetentionRecord, retentionSettingsQuery } from './queries.ts'
import { SectionForm, tagsIn } from './section-form.tsx'

const isYears = (text: string) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= maxRetentionYears

/** A rule as people type it, `pci=7`; a value of a tag may have the sign too. */
const rulePattern = /^(?<tag>.+)=\s*(?<years>\d+)$/

const edited = z.object({
  years: z.string().check(
    z.refine((text) => text.trim() === '' || isYears(text.trim()), {
      error: `Enter 1 to ${maxRetentionYears} years, or leave it empty`,
    }),
  ),
  rules: z
    .string()
    .check(
      z.refine(
        (text) =>
          tagsIn(text).every((rule) => isYears(rulePattern.exec(rule)?.groups?.years ?? '')),
        { error: `Enter them like pci=7, with 1 to ${maxRetentionYears} years` },
      ),
    ),
  hold_tags: z.string(),
})
type Edit = z.output<typeof edited>

const editOf = ({ years, rules, hold_tags }: RetentionSettings): Edit => ({
  years: String(years ?? ''),
  rules: rules.map((rule) => `${rule.tag}=${rule.years}`).join(', '),
  hold_tags: hold_tags.join(', '),
})

const bodyOf = ({ years, rules, hold_tags }: Edit): RetentionSettings => ({
  years: years.trim() === '' ? null : Number(years),
  rules: tagsIn(rules).map((rule) => {
    const { tag = '', years: kept = '' } = rulePattern.exec(rule)?.groups ?? {}
    return { tag: tag.trim(), years: Number(kept) }
  }),
  hold_tags: tagsIn(hold_tags),
})

/** For how long files of evidence are kept, by the tags of their flows. */
export default function RetentionCard(props: { org: string; refusal: string | null }) {
  const { org } = props
  const params = { org }
  return (
    <SectionForm<RetentionRecord, Edit>
      org={org}
      title="Retention"
      explanation="Older files of evidence are removed for good, each day, from a day after a change on. Reports, verdicts and hashes stay, and so does what a decision or an active override cites. The audit log names what went, and is kept for ever."
      renderEffect={effectText}
      refusal={props.refusal}
      query={retentionSettingsQuery(org)}
      schema={edited}
      labels={{ years: 'Years', rules: 'Years by tag', hold_tags: 'Legal hold' }}
      editOf={editOf}
      valueText={(edit, field) => edit[field].trim() || 'none'}
      save={(edit, ifMatch) => call(putRetentionSettings, { params, body: bodyOf(edit), ifMatch })}
      call={(edit) => curl(putRetentionSettings, { params, body: bodyOf(edit) })}
    >
      {(form) => (
        <div className="grid gap-3 lg:grid-cols-2">
          <div className="[&_input:not([type])]:max-w-40">
            <TextField
              label="Years that files are kept"
              hint="Empty: for ever."
              inputMode="numeric"
              autoComplete="off"
              {...fieldOf(form, 'years')}
            />
          </div>
          <TextField
            label="Years by tag of the flow"
            hint="In place of the above, like pci=7, risk:high=10; of several the longest applies."
            autoComplete="off"
            spellCheck={false}
            {...fieldOf(form, 'rules')}
          />
          <TextField
            label="Tags of a legal hold"
            hint="Flows with one of these keep all files. Only admins change these tags."
            autoComplete="off"
            spellCheck={false}
            {...fieldOf(form, 'hold_tags')}
          />
        </div>
      )}
    </SectionForm>
  )
}

const effectText = ({
  evidence_bytes,
  max_evidence_bytes: max,
  removed_count,
  held_flow_count,
}: RetentionRecord) =>
  [
    `${sizeOf(evidence_bytes)} of evidence are stored${max === null ? '' : `, of ${sizeOf(max)} that may be`}.`,
    `${counted(removed_count, 'file')} ${removed_count === 1 ? 'was' : 'were'} removed.`,
    `${counted(held_flow_count, 'flow')} ${held_flow_count === 1 ? 'is' : 'are'} under a legal hold.`,
  ].join(' ')

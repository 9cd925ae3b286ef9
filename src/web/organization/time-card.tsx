import { Link } from '@tanstack/react-router'
import { Controller } from 'react-hook-form'
import {
  type TimeSettings,
  putTimeSettings,
  timeSettings,
} from '#contract/organization/organization-settings.ts'
import { counted } from '#domain/common/counted.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { ZoneField } from '#web/form/time-zone-field.tsx'
import { type TimeRecord, timeSettingsQuery } from './queries.ts'
import { SectionForm } from './section-form.tsx'

/** Which zone is shown beside UTC. */
export default function TimeCard(props: { org: string; refusal: string | null }) {
  const { org } = props
  const params = { org }
  return (
    <SectionForm<TimeRecord, TimeSettings>
      org={org}
      title="Time"
      explanation="Shown beside UTC wherever a time is told to the second."
      renderEffect={({ member_count }) => (
        <>
          Applies to{' '}
          <Link to="/$org/settings/members" params={{ org }} className="text-accent underline">
            {counted(member_count, 'member')}
          </Link>
          , but for those who choose a zone of their own in their profile.
        </>
      )}
      refusal={props.refusal}
      query={timeSettingsQuery(org)}
      schema={timeSettings}
      labels={{ time_zone: 'Time zone' }}
      editOf={({ time_zone }) => ({ time_zone })}
      valueText={({ time_zone }) => time_zone}
      save={(body, ifMatch) => call(putTimeSettings, { params, body, ifMatch })}
      call={(body) => curl(putTimeSettings, { params, body })}
    >
      {(form) => (
        <Controller
          control={form.control}
          name="time_zone"
          render={({ field }) => (
            <ZoneField
              label="Time zone"
              error={form.formState.errors.time_zone?.message ?? null}
              {...field}
            />
          )}
        />
      )}
    </SectionForm>
  )
}

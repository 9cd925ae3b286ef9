import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { type PhysicalType, physicalTypes } from '#contract/environment/environment-type.ts'
import { putReportingSettings } from '#contract/organization/organization-settings.ts'
import { counted } from '#domain/common/counted.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { fieldOf } from '#web/form/field-of.ts'
import { TextField } from '#web/form/field.tsx'
import { length, lengthText, minutesIn } from '#web/form/length.ts'
import { type ReportingRecord, reportingSettingsQuery } from './queries.ts'
import { SectionForm } from './section-form.tsx'

const edited = z.object({
  K8S: length,
  ECS: length,
  S3: length,
  lambda: length,
  server: length,
  docker: length,
  'azure-apps': length,
  'cloud-run': length,
} satisfies Record<PhysicalType, unknown>)
type Edit = z.output<typeof edited>

/** The same for every type of environment. */
const ofTypes = <Value,>(valueOf: (type: PhysicalType) => Value) =>
  Object.fromEntries(physicalTypes.map((type) => [type, valueOf(type)])) as Record<
    PhysicalType,
    Value
  >

const bodyOf = (edit: Edit) => ofTypes((type) => minutesIn(edit[type]))

/** After how long a silence an environment is stale, by its type. */
export function ReportingCard(props: { org: string; refusal: string | null }) {
  const { org } = props
  const params = { org }
  return (
    <SectionForm<ReportingRecord, Edit>
      org={org}
      title="Reporting"
      explanation="An environment that reports nothing for longer than this is stale: its last verdict is shown, but not counted as compliant. Write 90 min, 6 h or 2 d; empty: as learned from the reports of each environment. What is set for an environment itself goes before."
      renderEffect={(record) => <Effect org={org} record={record} />}
      refusal={props.refusal}
      query={reportingSettingsQuery(org)}
      schema={edited}
      labels={ofTypes((type) => type)}
      editOf={(record) => ofTypes((type) => lengthText(record[type]))}
      valueText={(edit, field) => edit[field]}
      save={(edit, ifMatch) => call(putReportingSettings, { params, body: bodyOf(edit), ifMatch })}
      call={(edit) => curl(putReportingSettings, { params, body: bodyOf(edit) })}
    >
      {(form, record) => (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-3 lg:grid-cols-4">
          {physicalTypes.map((type) => (
            <TextField
              key={type}
              label={type}
              placeholder="learned"
              autoComplete="off"
              hint={<Touched org={org} type={type} record={record} />}
              {...fieldOf(form, type)}
            />
          ))}
        </div>
      )}
    </SectionForm>
  )
}

const linkClass = 'text-accent underline'

function Effect({ org, record }: { org: string; record: ReportingRecord }) {
  const set = record.environments.filter(({ type }) => type !== 'logical' && record[type] !== null)
  const total = set.reduce((sum, one) => sum + one.total, 0)
  const stale = set.reduce((sum, one) => sum + one.stale, 0)
  if (total === 0) {
    const isSet = physicalTypes.some((type) => record[type] !== null)
    return isSet ? 'Applies to no environment.' : 'No length is set here.'
  }
  return (
    <>
      Applies to{' '}
      <Link
        to="/$org/environments"
        params={{ org }}
        search={{ type: set.map(({ type }) => type) }}
        className={linkClass}
      >
        {counted(total, 'environment')}
      </Link>
      {', of which '}
      <Link
        to="/$org/environments"
        params={{ org }}
        search={{ type: set.map(({ type }) => type), stale: true }}
        className={linkClass}
      >
        {stale}
      </Link>
      {stale === 1 ? ' is stale now.' : ' are stale now.'}
    </>
  )
}

function Touched(props: { org: string; type: PhysicalType; record: ReportingRecord }) {
  const { org, type, record } = props
  const { total, stale } = record.environments.find((one) => one.type === type) ?? {
    total: 0,
    stale: 0,
  }
  if (total === 0) return <span className="max-md:inline-block max-md:py-3">none yet</span>
  return (
    <>
      <Link
        to="/$org/environments"
        params={{ org }}
        search={{ type: [type] }}
        className="text-muted hover:underline max-md:inline-block max-md:py-3"
      >
        {counted(total, 'environment')}
      </Link>
      {stale > 0 && `, ${stale} stale`}
    </>
  )
}

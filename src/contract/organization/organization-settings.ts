import * as z from 'zod/mini'
import { timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { kindOf } from '#contract/attestation/types/kind.ts'
import { type OverrideSettings, overrideSettings } from '#contract/override/override-settings.ts'
import { environmentType, type PhysicalType } from '#contract/environment/environment-type.ts'
import { reportingMinutes } from '#contract/environment/reporting-interval.ts'
import type { RetentionSettings } from './retention-settings.ts'

const silence = z.nullable(reportingMinutes)

/**
 * Minutes without a report after which an environment is stale, by its type; null for what is learned
 * from its reports.
 */
export const reportingSettings = z.object({
  K8S: silence,
  ECS: silence,
  S3: silence,
  lambda: silence,
  server: silence,
  docker: silence,
  'azure-apps': silence,
  'cloud-run': silence,
} satisfies Record<PhysicalType, unknown>)
export type ReportingSettings = z.output<typeof reportingSettings>

/** A full attestation type: a built-in one, or `custom:<type_name>`. */
const evidenceType = z.string().check(
  z.maxLength(300),
  z.refine((type) => kindOf(type) !== null, { error: 'There is no attestation type of this name' }),
)

/** How old evidence may be before it has expired, by attestation type. */
export const evidenceSettings = z.object({
  /** Days by full type; types that are not named never expire. */
  max_age_days: z.record(evidenceType, z.int().check(z.gte(1), z.lte(3_650))),
})
export type EvidenceSettings = z.output<typeof evidenceSettings>

/** Pattern of time zone names; whether one exists is checked with the runtime's data. */
const zoneName = /^[a-zA-Z][a-zA-Z0-9_+\-]*(\/[a-zA-Z0-9_+\-]+)*$/

function isTimeZone(name: string): boolean {
  if (!zoneName.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The time zone that is shown beside UTC, by its IANA name. */
export const timeSettings = z.object({
  time_zone: z.string().check(
    z.minLength(1),
    z.maxLength(64),
    z.refine(isTimeZone, {
      error: 'There is no time zone of this name',
      params: { pattern: zoneName.source },
    }),
  ),
})
export type TimeSettings = z.output<typeof timeSettings>

/** How old keys may be that open the organization; null for any age. */
export const keySettings = z.object({
  max_age_days: z.nullable(z.int().check(z.gte(1), z.lte(3_650))),
})
export type KeySettings = z.output<typeof keySettings>

/** Settings of an organization by section; each is read and saved separately. */
export interface OrganizationSettings {
  overrides: OverrideSettings
  reporting: ReportingSettings
  evidence: EvidenceSettings
  time: TimeSettings
  keys: KeySettings
  retention: RetentionSettings
}
export type SettingSection = keyof OrganizationSettings

/** Default settings. */
export const settingDefaults: OrganizationSettings = {
  overrides: {
    approval: 'off',
    approval_tags: [],
    environment_tags: [],
    approver_roles: ['admin'],
    approvers: [],
    default_days: null,
    most_days: null,
    allows_no_expiry: true,
  },
  reporting: {
    K8S: null,
    ECS: null,
    S3: null,
    lambda: null,
    server: null,
    docker: null,
    'azure-apps': null,
    'cloud-run': null,
  },
  evidence: { max_age_days: {} },
  time: { time_zone: 'UTC' },
  keys: { max_age_days: null },
  retention: { years: null, rules: [], hold_tags: [] },
}

/** Last change of a section; null while it has its defaults. */
const changed = {
  changed_at: z.nullable(timestamp),
  changed_by: z.nullable(z.string()),
}

const section = <const Name extends SettingSection>(name: Name) =>
  ({
    path: `/cairn/{org}/settings/${name}`,
  }) as const

const overrideSettingsRead = z.object({
  ...overrideSettings.shape,
  ...changed,
  /** Number of active flows whose overrides need approval now. */
  flow_count: z.int(),
  /** Number of active environments whose allow-lists need approval now. */
  environment_count: z.int(),
})

export const getOverrideSettings = endpoint({
  name: 'getOverrideSettings',
  ...section('overrides'),
  method: 'GET',
  access: 'reader',
  response: overrideSettingsRead,
})

export const putOverrideSettings = endpoint({
  name: 'putOverrideSettings',
  ...section('overrides'),
  method: 'PUT',
  access: 'admin',
  body: { kind: 'json', schema: overrideSettings },
  response: overrideSettingsRead,
})

const reportingSettingsRead = z.object({
  ...reportingSettings.shape,
  ...changed,
  /** Active physical environments by type, and how many of them are stale now. */
  environments: z.array(z.object({ type: environmentType, total: z.int(), stale: z.int() })),
})

export const getReportingSettings = endpoint({
  name: 'getReportingSettings',
  ...section('reporting'),
  method: 'GET',
  access: 'reader',
  response: reportingSettingsRead,
})

export const putReportingSettings = endpoint({
  name: 'putReportingSettings',
  ...section('reporting'),
  method: 'PUT',
  access: 'admin',
  body: { kind: 'json', schema: reportingSettings },
  response: reportingSettingsRead,
})

const evidenceSettingsRead = z.object({
  ...evidenceSettings.shape,
  ...changed,
  /** Full names of all attestation types: built-in ones, then the organization's own. */
  types: z.array(z.string()),
})

export const getEvidenceSettings = endpoint({
  name: 'getEvidenceSettings',
  ...section('evidence'),
  method: 'GET',
  access: 'reader',
  response: evidenceSettingsRead,
})

export const putEvidenceSettings = endpoint({
  name: 'putEvidenceSettings',
  ...section('evidence'),
  method: 'PUT',
  access: 'admin',
  body: { kind: 'json', schema: evidenceSettings },
  response: evidenceSettingsRead,
})

const timeSettingsRead = z.object({
  ...timeSettings.shape,
  ...changed,
  /** Number of members, who see this zone unless they choose another. */
  member_count: z.int(),
})

export const getTimeSettings = endpoint({
  name: 'getTimeSettings',
  ...section('time'),
  method: 'GET',
  access: 'reader',
  response: timeSettingsRead,
})

export const putTimeSettings = endpoint({
  name: 'putTimeSettings',
  ...section('time'),
  method: 'PUT',
  access: 'admin',
  body: { kind: 'json', schema: timeSettings },
  response: timeSettingsRead,
})

const keySettingsRead = z.object({
  ...keySettings.shape,
  ...changed,
  /** Days since each working key of a service account or a member was made, oldest first. */
  key_days: z.array(z.int()),
  /** Days since the key was made that the caller came with or signed in with; null for neither. */
  own_key_days: z.nullable(z.int()),
})

export const getKeySettings = endpoint({
  name: 'getKeySettings',
  ...section('keys'),
  method: 'GET',
  access: 'reader',
  response: keySettingsRead,
})

export const putKeySettings = endpoint({
  name: 'putKeySettings',
  ...section('keys'),
  method: 'PUT',
  access: 'admin',
  body: { kind: 'json', schema: keySettings },
  response: keySettingsRead,
})

/** Texts of these endpoints in the API reference. */
export const organizationSettingsTexts = {
  getOverrideSettings: {
    summary: 'Read who has to approve overrides and allow-list entries, and how long they stand',
    description:
      'Returns which flows and environments need approval, who may approve, how long exceptions stand, and how many flows and environments the setting applies to. The `ETag` can be sent as `If-Match` with a change.',
  },
  putOverrideSettings: {
    summary: 'Set who has to approve overrides and allow-list entries, and how long they stand',
    description:
      'Replaces the whole section. Settings that contradict each other, such as approval by nobody, are refused with 400; exceptions that stand keep their end.',
  },
  getReportingSettings: {
    summary: 'Read after how long a silence environments are stale',
    description:
      'Returns the minutes of silence for each type of environment, null where they are learned from the reports of each environment. The `ETag` can be sent as `If-Match` with a change.',
  },
  putReportingSettings: {
    summary: 'Set after how long a silence environments are stale',
    description:
      'Replaces the whole section; null leaves it to what the reports of each environment tell. A setting of an environment itself goes before. It counts for the next read of environments, also for a silence that lasts, which then began that long after the last report; silences that ended stay as they were.',
  },
  getEvidenceSettings: {
    summary: 'Read how old evidence may be, by attestation type',
    description:
      'Returns the days after which evidence of a type has expired, and the names of all types. Expired evidence counts as before; verdicts that rest on it say so. The `ETag` can be sent as `If-Match` with a change.',
  },
  putEvidenceSettings: {
    summary: 'Set how old evidence may be, by attestation type',
    description:
      'Replaces the whole section; types that are left out never expire. No verdict changes by it: `qualifiers.expired` names the types of which a verdict rests on older evidence, from the next read on.',
  },
  getKeySettings: {
    summary: 'Read how old keys may be that open the organization',
    description:
      'Returns the days after which a key is refused here, null for never, and how old the working keys of service accounts and members and the key of the caller are. The `ETag` can be sent as `If-Match` with a change.',
  },
  putKeySettings: {
    summary: 'Set how old keys may be that open the organization',
    description:
      'Counts from the next request, for keys of service accounts and of persons, and for sessions that keys opened: older ones are refused here with 403. An age that the key of the caller has reached is 400. New keys of service accounts end by then.',
  },
  getTimeSettings: {
    summary: 'Read which time zone is shown beside UTC',
    description:
      'Returns the IANA name of the zone. The `ETag` can be sent as `If-Match` with a change.',
  },
  putTimeSettings: {
    summary: 'Set which time zone is shown beside UTC',
    description:
      'Sets the IANA name of the zone that pages show beside UTC; an unknown zone is refused with 400. Stored times do not change.',
  },
} satisfies EndpointTexts

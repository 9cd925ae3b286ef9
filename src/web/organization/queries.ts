import type { ResponseOf } from '#contract/common/endpoint.ts'
import {
  getEvidenceSettings,
  getKeySettings,
  getOverrideSettings,
  getReportingSettings,
  getTimeSettings,
} from '#contract/organization/organization-settings.ts'
import { getRetentionSettings } from '#contract/organization/retention-settings.ts'
import { getSignInSettings } from '#contract/organization/sign-in-settings.ts'
import { endpointQuery, versionedQuery } from '#web/api/endpoint-query.ts'

export type OverrideRecord = ResponseOf<typeof getOverrideSettings>
export type ReportingRecord = ResponseOf<typeof getReportingSettings>
export type EvidenceRecord = ResponseOf<typeof getEvidenceSettings>
export type KeyRecord = ResponseOf<typeof getKeySettings>
export type RetentionRecord = ResponseOf<typeof getRetentionSettings>
export type TimeRecord = ResponseOf<typeof getTimeSettings>

/** Who approves overrides, for a form that changes it. */
export const overrideSettingsQuery = (org: string) => versionedQuery(getOverrideSettings, { org })

/** After how long a silence environments are stale, for a form that changes it. */
export const reportingSettingsQuery = (org: string) => versionedQuery(getReportingSettings, { org })

/** How old evidence may be, for a form that changes it. */
export const evidenceSettingsQuery = (org: string) => versionedQuery(getEvidenceSettings, { org })

/** How people sign in. */
export const signInSettingsQuery = (org: string) => endpointQuery(getSignInSettings, { org })

/** How old keys may be, for a form that changes it. */
export const keySettingsQuery = (org: string) => versionedQuery(getKeySettings, { org })

/** For how long files of evidence are kept, for a form that changes it. */
export const retentionSettingsQuery = (org: string) => versionedQuery(getRetentionSettings, { org })

/** The zone beside UTC, for a form that changes it. */
export const timeSettingsQuery = (org: string) => versionedQuery(getTimeSettings, { org })

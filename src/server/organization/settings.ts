import { isDeepStrictEqual } from 'node:util'
import { builtInTypes, fullType } from '#contract/attestation/types/kind.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import {
  type OrganizationSettings,
  type SettingSection,
  type getEvidenceSettings,
  type getKeySettings,
  type getOverrideSettings,
  type getReportingSettings,
  type getTimeSettings,
  settingDefaults,
} from '#contract/organization/organization-settings.ts'
import type { getSignInSettings } from '#contract/organization/sign-in-settings.ts'
import type { OverrideSettings } from '#contract/override/override-settings.ts'
import { counted } from '#domain/common/counted.ts'
import { daySeconds } from '#domain/common/days.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { listCustomTypeRows } from '#server/custom-type/queries.ts'
import type { OrgDatabase, OrgScope } from '#server/database/org-database.ts'
import { listKeyTimes } from '#server/database/system/key-times.ts'
import { countGroupMembers, countIdentities } from '#server/database/system/users.ts'
import { countPhysicalByType } from '#server/environment/list-queries.ts'
import { countEnvironmentsTagged } from '#server/environment/queries.ts'
import { countFlowsTagged } from '#server/flow/queries.ts'
import { countMembers, listMembersOfRole } from '#server/member/queries.ts'
import { fieldProblem, validationProblem } from '#server/platform/problem.ts'
import { requireFresh } from '#server/request/entity-tag.ts'
import type { OrgContext } from '#server/request/handler.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import {
  countRefusedSignIns,
  findSections,
  findSettings,
  lockSettings,
  storeSettings,
} from './queries.ts'

/** Fields of a section that people edit: its entity tag covers them. */
export const settingsPart =
  (section: SettingSection) =>
  (record: object): object =>
    Object.fromEntries(
      Object.entries(record).filter(([field]) => field in settingDefaults[section]),
    )

/**
 * Sets a section of the organization's settings. A call that changes nothing leaves no trace.
 * @throws Problem 412 when the section changed since the caller read it
 */
export async function putSettings<Section extends SettingSection>(
  write: UnitOfWork,
  section: Section,
  input: OrganizationSettings[Section],
): Promise<void> {
  const { org, at, actor } = write
  const { settings: before, ...changed } = await lockSettings(org, section)
  const record = { ...before, ...changed }
  await requireFresh(write, () => Promise.resolve(record), settingsPart(section))
  if (isDeepStrictEqual(before, input)) return
  await storeSettings(org, section, { value: input, changed_at: at, changed_by: actor.name })
  await appendAuditEntry(write, {
    kind: 'settings_changed',
    subject: { settings: section },
    body: { section, ...input },
    before,
  })
}

/** Returns the settings of overrides. */
export const overrideSettings = async (org: OrgDatabase): Promise<OverrideSettings> =>
  (await findSections(org, ['overrides'])).overrides

/** Serializes the section `overrides`. */
export async function overrideSettingsRecord({
  org,
}: OrgScope): Promise<ResponseOf<typeof getOverrideSettings>> {
  const { settings, ...changed } = await findSettings(org, 'overrides')
  const { approval, approval_tags, environment_tags } = settings
  if (approval === 'off') return { ...settings, ...changed, flow_count: 0, environment_count: 0 }
  const isAll = approval === 'all'
  const [flow_count, environment_count] = await Promise.all([
    countFlowsTagged(org, isAll ? null : approval_tags),
    countEnvironmentsTagged(org, isAll ? null : environment_tags),
  ])
  return { ...settings, ...changed, flow_count, environment_count }
}

/** Sets the settings of overrides. @throws Problem 400 for approvers who could not approve, 412 */
export async function putOverrideSettings(
  write: UnitOfWork,
  input: OverrideSettings,
): Promise<void> {
  const approvers = [...new Set(input.approvers)]
  const able = await listMembersOfRole(write.org, approvers, ['admin', 'member'])
  const refusals = input.approvers.flatMap((name, index) =>
    able.includes(name)
      ? []
      : [
          {
            path: ['approvers', index],
            reason: `'${name}' is no admin or member of organization '${write.orgName}'`,
            input: name,
          },
        ],
  )
  if (refusals.length > 0) throw validationProblem(refusals)
  await putSettings(write, 'overrides', {
    ...input,
    approvers,
    approval_tags: [...new Set(input.approval_tags)],
    environment_tags: [...new Set(input.environment_tags)],
    approver_roles: [...new Set(input.approver_roles)],
  })
}

/** Returns what tells whether environments are stale at an instant. */
export async function reportingRules(org: OrgDatabase, now: number): Promise<ReportingRules> {
  return { minutes: (await findSections(org, ['reporting'])).reporting, now }
}

/** Returns how old evidence may be, asked at an instant. */
export async function evidenceLimits(org: OrgDatabase, now: number): Promise<EvidenceLimits> {
  return { maxAgeDays: (await findSections(org, ['evidence'])).evidence.max_age_days, now }
}

/** Settings by which environments are stale and evidence expires. */
export type Freshness = ReportingRules & EvidenceLimits

/** Returns what tells of the age of reports and evidence at an instant. */
export async function freshnessAt(org: OrgDatabase, now: number): Promise<Freshness> {
  const { reporting, evidence } = await findSections(org, ['reporting', 'evidence'])
  return { minutes: reporting, maxAgeDays: evidence.max_age_days, now }
}

/** Serializes the section `evidence`. */
export async function evidenceSettingsRecord({
  org,
}: OrgScope): Promise<ResponseOf<typeof getEvidenceSettings>> {
  const [{ settings, ...changed }, own] = await Promise.all([
    findSettings(org, 'evidence'),
    listCustomTypeRows(org),
  ])
  const types = [...builtInTypes.map(fullType), ...own.map(({ name }) => `custom:${name}`)]
  return { ...settings, ...changed, types }
}

/** Serializes the section `reporting`. */
export async function reportingSettingsRecord({
  org,
  clock,
}: OrgContext): Promise<ResponseOf<typeof getReportingSettings>> {
  const { settings, ...changed } = await findSettings(org, 'reporting')
  const environments = await countPhysicalByType(org, { minutes: settings, now: clock() })
  return { ...settings, ...changed, environments }
}

/**
 * Sets the section `keys`.
 * @throws Problem 400 where the caller's own key would be refused by the change, 412
 */
export async function putKeySettings(
  write: UnitOfWork,
  input: OrganizationSettings['keys'],
): Promise<void> {
  const days = input.max_age_days
  const ownDays = daysSince(write.actor.keyMadeAt, write.at)
  if (days !== null && ownDays !== null && days <= ownDays) {
    const reason = `Input should be at least ${ownDays + 1}: the key that you came with is ${counted(ownDays, 'day')} old and would give no access here. Make another and use it first`
    throw fieldProblem('max_age_days', reason, days)
  }
  await putSettings(write, 'keys', input)
}

const daysSince = (at: number | null, now: number) =>
  at === null ? null : Math.floor((now - at) / daySeconds)

/** Serializes the section `keys`. */
export async function keySettingsRecord({
  org,
  clock,
  actor,
}: OrgContext): Promise<ResponseOf<typeof getKeySettings>> {
  const { settings, ...changed } = await findSettings(org, 'keys')
  const now = clock()
  const times = await listKeyTimes(org, now)
  const key_days = times.map((madeAt) => Math.floor((now - madeAt) / daySeconds))
  return { ...settings, ...changed, key_days, own_key_days: daysSince(actor.keyMadeAt, now) }
}

/** Serializes the section `time`. */
export async function timeSettingsRecord({
  org,
}: OrgScope): Promise<ResponseOf<typeof getTimeSettings>> {
  const { settings, ...changed } = await findSettings(org, 'time')
  return { ...settings, ...changed, member_count: await countMembers(org) }
}

/** Returns how people sign in, and what that means in the organization. */
export async function signInSettings({
  org,
  orgName,
  clock,
  signInWays: ways,
  identityProvider,
  systemDatabase: { sessions },
}: OrgContext): Promise<ResponseOf<typeof getSignInSettings>> {
  const { config, redirectUri } = identityProvider ?? {}
  const sizes = await countGroupMembers(org)
  return {
    ways,
    session_hours: sessions.maxSeconds / 3600,
    idle_hours: sessions.maxIdleSeconds / 3600,
    provider:
      config && redirectUri
        ? {
            issuer: config.issuer,
            client_id: config.clientId,
            redirect_uri: redirectUri,
            groups_claim: config.groupsClaim,
            links_by_email: config.linksByEmail,
          }
        : null,
    groups: (config?.groups ?? [])
      .filter((one) => one.org === orgName)
      .map(({ group, role }) => ({ group, role, member_count: sizes.get(group) ?? null })),
    ...(await countIdentities(org, config?.issuer ?? null)),
    refused_count: await countRefusedSignIns(org, clock() - 7 * daySeconds),
  }
}

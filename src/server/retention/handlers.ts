import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { getRetentionSettings } from '#contract/organization/retention-settings.ts'
import { isHeld } from '#domain/flow/retention.ts'
import { listFlowTags } from '#server/flow/queries.ts'
import { findSettings } from '#server/organization/queries.ts'
import { putSettings, settingsPart } from '#server/organization/settings.ts'
import { tagged } from '#server/request/entity-tag.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { countEvidence } from './queries.ts'

async function settingsRecord({
  org,
  evidenceSpace,
}: OrgContext): Promise<ResponseOf<typeof getRetentionSettings>> {
  const { settings, ...changed } = await findSettings(org, 'retention')
  const [counts, max_evidence_bytes, flows] = await Promise.all([
    countEvidence(org),
    evidenceSpace.limitOf(org.orgId),
    listFlowTags(org),
  ])
  const held_flow_count = flows.filter(({ tags }) => isHeld(settings, tags)).length
  return { ...settings, ...changed, ...counts, max_evidence_bytes, held_flow_count }
}

export const retentionHandlers = {
  async getRetentionSettings(context) {
    return tagged(await settingsRecord(context), settingsPart('retention'))
  },

  async putRetentionSettings(context, { body }) {
    await inUnitOfWork(context, (w) => putSettings(w, 'retention', body))
    return tagged(await settingsRecord(context), settingsPart('retention'))
  },
} satisfies Partial<Handlers>

import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { maybe } from '#contract/common/fields.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { listAttestations, listAttestationsForCriteria } from './attestation.ts'
import { attestationFilters } from './filters.ts'

export const exportAttestations = endpoint({
  name: 'exportAttestations',
  ...download,
  path: '/cairn/{org}/exports/flows/{flow_name}/attestations',
  access: 'reader',
  query: z.extend(
    z.omit(listAttestations.query, {
      ...pagingParameters,
      flow_name: true,
      attestation_id: true,
    }),
    exportFormat,
  ),
})

export const exportAllAttestations = endpoint({
  name: 'exportAllAttestations',
  ...download,
  path: '/cairn/{org}/exports/attestations',
  access: 'reader',
  archived: 'include',
  query: z.object({
    ...attestationFilters,
    /** Only attestations of these commits: their own, their artifact's or their trail's. */
    commit_list: maybe(listAttestationsForCriteria.query.shape.commit_list),
    ...exportFormat,
  }),
})

/** What the API reference says of these endpoints. */
export const exportAttestationsTexts = {
  exportAttestations: {
    summary: "Export all of a flow's attestations that match, as CSV, NDJSON or JSON",
    description:
      'Returns one row for each attestation of the flow, newest first. What is reported after the call is left out, and the export is recorded in the audit log. An unknown flow is 404, and so is one that `archived` leaves out.',
  },
  exportAllAttestations: {
    summary: "Export all of the organization's attestations that match, as CSV, NDJSON or JSON",
    description:
      'Returns one row for each attestation of the organization, newest first, by the filters of the list or by commits. What is reported after the call is left out, and the export is recorded in the audit log.',
  },
} satisfies EndpointTexts

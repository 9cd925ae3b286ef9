import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { longName, timestamp } from '#contract/common/fields.ts'

/** Closes an organization, which is purged some days later. */
export const deleteOrganization = endpoint({
  name: 'deleteOrganization',
  method: 'POST',
  path: '/cairn/{org}/delete',
  access: 'admin',
  body: {
    kind: 'json',
    /** Name of the organization as a confirmation. */
    schema: z.object({ organization: longName }),
  },
  response: z.object({ purge_at: timestamp }),
})

/** Its text in the API reference. */
export const deleteOrganizationTexts = {
  deleteOrganization: {
    summary: 'Delete an organization, after a grace of 30 days',
    description:
      'Closes the organization to everybody, the caller too, and returns when all its rows, its audit log and its evidence are deleted. Until then the operator of the service can open it again by `cairn org keep`. `organization` repeats the name in the path, else it is refused with 400. Service accounts cannot delete organizations, and nobody deletes a personal one: 403.',
  },
} satisfies EndpointTexts

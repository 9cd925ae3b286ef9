import * as z from 'zod/mini'
import { roles } from '#contract/common/endpoint.ts'
import type { ServiceAccount } from '#contract/service-account/service-account.ts'

/** What the settings form of a service account holds. */
export const accountEdit = z.object({ description: z.string(), privilege: z.enum(roles) })
export type AccountEdit = z.output<typeof accountEdit>

/** A service account as its settings form begins. */
export const editOf = ({ description, privilege }: ServiceAccount): AccountEdit => ({
  description,
  privilege,
})

import * as z from 'zod/mini'

/** What is asked, in the address. */
export const whatIfSearch = z.object({
  action: z._default(z.enum(['save', 'attach', 'detach']), 'save'),
  environment: z.optional(z.array(z.string())),
  /** How many of the newest snapshots of each environment. */
  snapshots: z._default(z.int().check(z.gte(1), z.lte(100)), 20),
})
export type WhatIfAction = z.output<typeof whatIfSearch>['action']

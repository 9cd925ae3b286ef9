import * as z from 'zod/mini'
import { ok } from './common.ts'
import { endpoint } from './endpoint.ts'

export const getDefaultOrganization = endpoint({
  method: 'GET',
  path: '/user/default-org',
  access: 'account',
  response: z.object({
    /** Empty when none is set; a service account is in one organization. */
    default_org_name: z.string(),
  }),
  status: [200],
  summary: 'The default organization of the caller',
  decided: 'wire.md 7',
})

export const setDefaultOrganization = endpoint({
  method: 'PUT',
  path: '/user/{org}',
  access: 'reader',
  response: ok,
  status: [200],
  summary: 'Set the default organization of the caller',
  decided: 'wire.md 7',
})

export const setExperimentalFeatures = endpoint({
  method: 'PUT',
  path: '/organizations/{org}/experimental_features',
  access: 'admin',
  body: { kind: 'json', schema: z.object({ experimental_features_enabled: z.boolean() }) },
  response: ok,
  status: [200],
  summary: 'Accepted without effect: no feature is experimental',
  decided: 'wire.md 7',
})

import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { ok } from '#contract/common/fields.ts'

export const getDefaultOrganization = endpoint({
  name: 'getDefaultOrganization',
  method: 'GET',
  path: '/user/default-org',
  access: 'account',
  response: z.object({
    /** Empty if none is set; a service account has one organization. */
    default_org_name: z.string(),
  }),
})

export const setDefaultOrganization = endpoint({
  name: 'setDefaultOrganization',
  method: 'PUT',
  path: '/user/{org}',
  access: 'reader',
  response: ok,
})

export const setExperimentalFeatures = endpoint({
  name: 'setExperimentalFeatures',
  method: 'PUT',
  path: '/organizations/{org}/experimental_features',
  access: 'admin',
  body: { kind: 'json', schema: z.object({ experimental_features_enabled: z.boolean() }) },
  response: ok,
})

export const savePreference = endpoint({
  name: 'savePreference',
  method: 'PUT',
  path: '/cairn/{org}/preferences/{page}',
  access: 'reader',
  params: z.object({ page: z.enum(['overview']) }),
  body: {
    kind: 'json',
    schema: z.object({
      /** Search parameters of the page, without `?`; `""` for none. */
      search: z.string().check(z.maxLength(2000)),
    }),
  },
  response: ok,
})

/** Texts of these endpoints in the API reference. */
export const userTexts = {
  getDefaultOrganization: {
    summary: 'The default organization of the caller',
    description:
      'Returns the name of the organization that the caller has chosen, `""` if none; for a service account, the one that it belongs to.',
  },
  setDefaultOrganization: {
    summary: 'Set the default organization of the caller',
    description:
      'The organization in the path becomes the one that clients and the dashboard use unless another is named. It needs access to that organization.',
  },
  setExperimentalFeatures: {
    summary: 'Accepted without effect: no feature is experimental',
    description: 'Serves clients that call it: the body is checked, and nothing is stored.',
  },
  savePreference: {
    summary: 'Save with which filters a page opens for the caller',
    description:
      'Stores search parameters of up to 2,000 characters for the caller; `""` removes them. Only the overview has such a setting.',
  },
} satisfies EndpointTexts

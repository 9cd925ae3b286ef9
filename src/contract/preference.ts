import * as z from 'zod/mini'
import { ok } from './common.ts'
import { endpoint } from './endpoint.ts'

export const savePreference = endpoint({
  method: 'PUT',
  path: '/cairn/{org}/preferences/{page}',
  access: 'reader',
  params: z.object({ page: z.enum(['overview']) }),
  body: {
    kind: 'json',
    schema: z.object({
      /** Search parameters of the page's address, without `?`; `""` for none. */
      search: z.string().check(z.maxLength(2000)),
    }),
  },
  response: ok,
  status: [200],
  summary: 'Save with which filters a page opens for the caller',
  decided: 'product.md 3.1',
})

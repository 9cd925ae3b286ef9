import * as z from 'zod/mini'
import { maybe, ok, tags, timestamp, webUrl } from './common.ts'
import { controlIdentifier } from './control-identifier.ts'
import { endpoint } from './endpoint.ts'
import { linkedPage, paging, sortDirection } from './page.ts'

/** What a control is called. */
export const controlName = z.string().check(z.minLength(1), z.maxLength(255))
const links = z.record(controlName, webUrl)

/** A control (wire.md 17); archived ones stay readable. */
export const control = z.object({
  identifier: z.string(),
  name: z.string(),
  /** Absent where there is none. */
  description: z.optional(z.string()),
  version: z.int(),
  archived: z.boolean(),
  created_by: z.string(),
  created_at: timestamp,
  tags,
  /** Labels to addresses. */
  links: z.record(z.string(), z.string()),
  /** Names of the policies with a rule for it. */
  policies_referencing: z.array(z.string()),
})
export type Control = z.output<typeof control>

/** What a control was at one time: each real change makes a version (wire.md 17). */
export const controlVersion = z.object({
  version: z.int(),
  event: z.enum(['created', 'edited', 'archived', 'unarchived']),
  name: z.string(),
  description: z.string(),
  links: z.record(z.string(), z.string()),
  created_by: z.string(),
  timestamp,
})
export type ControlVersion = z.output<typeof controlVersion>

export const createControl = endpoint({
  method: 'POST',
  path: '/controls/{org}',
  access: 'admin',
  body: {
    kind: 'json',
    schema: z.strictObject({
      identifier: controlIdentifier,
      name: controlName,
      description: maybe(z.string()),
      links: maybe(links),
    }),
  },
  response: control,
  status: [201],
  summary: 'Create a control; an identifier that is taken, by an archived one too, is 409',
  decided: 'wire.md 17',
})

export const listControls = endpoint({
  method: 'GET',
  path: '/controls/{org}',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 15 }),
    /** Part of the name or identifier, in any case. */
    search: maybe(z.string()),
    /** A key, or `key:value`; all must match. */
    tag: maybe(z.array(z.string())),
    archived: z._default(z.boolean(), false),
    sort_direction: sortDirection,
  }),
  response: linkedPage('controls', control),
  status: [200],
  summary: 'List controls by identifier: those in use, or the archived ones',
  decided: 'wire.md 17',
})

export const getControl = endpoint({
  method: 'GET',
  path: '/controls/{org}/{identifier}',
  access: 'reader',
  response: control,
  status: [200],
  summary: 'Get a control, an archived one too',
  decided: 'wire.md 17',
})

export const updateControl = endpoint({
  method: 'PUT',
  path: '/controls/{org}/{identifier}',
  access: 'admin',
  body: {
    kind: 'json',
    schema: z.strictObject({
      name: maybe(controlName),
      description: maybe(z.string()),
      /** Replaces all links. */
      links: maybe(links),
    }),
  },
  response: control,
  status: [200],
  summary: 'Change fields of a control; each real change makes a version',
  spec: '4.9',
})

export const archiveControl = endpoint({
  method: 'POST',
  path: '/controls/{org}/{identifier}/archive',
  access: 'admin',
  response: ok,
  status: [200],
  summary: 'Archive a control; repeating is fine',
  decided: 'wire.md 17',
})

export const unarchiveControl = endpoint({
  method: 'POST',
  path: '/controls/{org}/{identifier}/unarchive',
  access: 'admin',
  response: ok,
  status: [200],
  summary: 'Put an archived control to use again; repeating is fine',
  decided: 'wire.md 17',
})

export const listControlVersions = endpoint({
  method: 'GET',
  path: '/controls/{org}/{identifier}/versions',
  access: 'reader',
  query: z.object(paging({ per_page: 15 })),
  response: linkedPage('versions', controlVersion),
  status: [200],
  summary: 'List the versions of a control, newest first',
  decided: 'wire.md 17',
})

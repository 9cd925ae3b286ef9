import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { maybe, ok, record, tags, text, timestamp, webUrl } from '#contract/common/fields.ts'
import { linkedPage, paging, sortDirection } from '#contract/common/pagination.ts'
import { environmentSelector, flowSelector } from '#contract/environment/environment-type.ts'

/**
 * Where a control applies: to what runs in these environments and is of these flows. A logical
 * environment stands for its members.
 */
export const controlScope = z.strictObject({
  /** All active environments without one. */
  environments: maybe(z.strictObject(environmentSelector.shape)),
  /** Everything that runs without one; what is of no flow is in no such scope. */
  flows: maybe(z.strictObject(flowSelector.shape)),
})
export type ControlScope = z.output<typeof controlScope>

/** Who answers for a control: a team, a person, or both in words. */
export const controlOwner = z.string().check(z.maxLength(255))

/** Identifier of a control. */
export const controlIdentifier = z.string().check(
  z.regex(/^[a-zA-Z0-9\-._~]+$/),
  z.maxLength(255),
  z.refine((identifier) => !/^[-._~]/.test(identifier), {
    error: 'The first character must be a letter or a digit',
  }),
)

/** Name of a control. */
export const controlName = z.string().check(z.minLength(1), z.maxLength(255))
const links = record(controlName, webUrl)

const applies = {
  /** Who answers for it; absent without an owner. */
  owner: z.optional(z.string()),
  /** Where it applies; absent where it applies to everything that runs. */
  scope: z.optional(controlScope),
}

/** A control; archived ones can still be read. */
export const control = z.object({
  identifier: z.string(),
  name: z.string(),
  /** Absent without a description. */
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
  ...applies,
})
export type Control = z.output<typeof control>

/** A version of a control; every actual change creates one. */
export const controlVersion = z.object({
  version: z.int(),
  event: z.enum(['created', 'edited', 'archived', 'unarchived']),
  name: z.string(),
  description: z.string(),
  links: z.record(z.string(), z.string()),
  created_by: z.string(),
  timestamp,
  ...applies,
})
export type ControlVersion = z.output<typeof controlVersion>

export const createControl = endpoint({
  name: 'createControl',
  method: 'POST',
  path: '/controls/{org}',
  access: 'admin',
  body: {
    kind: 'json',
    schema: z.strictObject({
      identifier: controlIdentifier,
      name: controlName,
      description: maybe(text),
      links: maybe(links),
      owner: maybe(controlOwner),
      /** Without one it applies to everything that runs. */
      scope: maybe(controlScope),
    }),
  },
  response: control,
  status: [201],
})

export const listControls = endpoint({
  name: 'listControls',
  method: 'GET',
  path: '/controls/{org}',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 15 }),
    /** Part of the name or identifier, in any case. */
    search: maybe(z.string()),
    /** A key, or `key:value`; all must match. */
    tag: maybe(z.array(z.string())),
    /** Any of these owners. */
    owner: maybe(z.array(z.string())),
    archived: z._default(z.boolean(), false),
    sort_direction: sortDirection,
  }),
  response: linkedPage('controls', control),
})

export const getControl = endpoint({
  name: 'getControl',
  method: 'GET',
  path: '/controls/{org}/{identifier}',
  access: 'reader',
  response: control,
})

export const updateControl = endpoint({
  name: 'updateControl',
  method: 'PUT',
  path: '/controls/{org}/{identifier}',
  access: 'admin',
  body: {
    kind: 'json',
    schema: z.strictObject({
      name: maybe(controlName),
      description: maybe(text),
      /** Replaces all links. */
      links: maybe(links),
      /** Empty: nobody. */
      owner: maybe(controlOwner),
      /** Replaces the whole scope; `{}`: to everything that runs. */
      scope: maybe(controlScope),
    }),
  },
  response: control,
})

export const archiveControl = endpoint({
  name: 'archiveControl',
  method: 'POST',
  path: '/controls/{org}/{identifier}/archive',
  access: 'admin',
  response: ok,
})

export const unarchiveControl = endpoint({
  name: 'unarchiveControl',
  method: 'POST',
  path: '/controls/{org}/{identifier}/unarchive',
  access: 'admin',
  response: ok,
})

export const listControlVersions = endpoint({
  name: 'listControlVersions',
  method: 'GET',
  path: '/controls/{org}/{identifier}/versions',
  access: 'reader',
  query: z.object(paging({ per_page: 15 })),
  response: linkedPage('versions', controlVersion),
})

/** Texts of these endpoints in the API reference. */
export const controlTexts = {
  createControl: {
    summary: 'Create a control; an identifier that is taken, by an archived one too, is 409',
    description:
      'Returns the control at version 1. `scope` says where it applies: environments by tag, type or name, and artifacts by their flows. The identifier must be free: one that is taken, also by an archived control, is 409. Unknown fields are refused with 400.',
  },
  listControls: {
    summary: 'List controls by identifier: those in use, or the archived ones',
    description:
      'Returns one page, 15 controls unless `per_page` says otherwise. `search` looks in name and identifier; of several tags all must be set. With `archived=true` it lists only archived controls.',
  },
  getControl: {
    summary: 'Get a control, an archived one too',
    description:
      'Returns the control with its tags, links and the policies that refer to it. The `ETag` can be sent as `If-Match` with a later change.',
  },
  updateControl: {
    summary: 'Change fields of a control; each real change makes a version',
    description:
      'Only the fields that are sent change; `links` replaces all links, `scope` the whole scope. A call that changes something adds a version and returns the control; one that changes nothing does not. An archived control is refused with 400.',
    spec: '4.9',
  },
  archiveControl: {
    summary: 'Archive a control; repeating is fine',
    description:
      'An archived control is not listed, and cannot be edited; policies that refer to it stay valid, and its decisions stay readable. It adds a version.',
  },
  unarchiveControl: {
    summary: 'Put an archived control to use again; repeating is fine',
    description: 'The control is listed and can be edited again. It adds a version.',
  },
  listControlVersions: {
    summary: 'List the versions of a control, newest first',
    description:
      'Each version says what happened, who did it and what the control was then; archiving counts as one, tags do not. A page has 15 versions unless `per_page` says otherwise.',
  },
} satisfies EndpointTexts

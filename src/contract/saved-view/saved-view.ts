import * as z from 'zod/mini'
import { maybe, ok, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'

/** Pages with lists whose search parameters a view stores. */
export const viewPages = [
  'attestations',
  'flows',
  'trails',
  'environments',
  'policies',
  'controls',
  'decisions',
  'builds',
  'events',
  'overrides',
  'exceptions',
  'notifications',
  'audit-log',
] as const
export type ViewPage = (typeof viewPages)[number]

/** Scopes of a view: only its author, or everybody in the organization. */
export const viewScopes = ['personal', 'team'] as const

/** Maximum number of personal views of a user, and of team views of an organization. */
export const maxViews = 100

/** One line that neither begins nor ends with a space. */
const viewName = z
  .string()
  .check(z.regex(/^[^\s\p{Cc}\p{Cs}]([^\p{Cc}\p{Cs}]*[^\s\p{Cc}\p{Cs}])?$/u), z.maxLength(100))

/**
 * Encoded search parameters of the page, without `?`; `""` for none. Names have neither a colon nor
 * a slash, so that they cannot form another URL.
 */
const viewSearch = z
  .string()
  .check(z.regex(/^([\w-]+=[!"$%'-~]*(&[\w-]+=[!"$%'-~]*)*)?$/), z.maxLength(6000))

/** A named address of a list. */
export const view = z.object({
  id: z.string(),
  name: z.string(),
  page: z.enum(viewPages),
  search: z.string(),
  scope: z.enum(viewScopes),
  /** Whether the page opens with it; a personal default takes precedence over that of the team. */
  is_default: z.boolean(),
  created_at: timestamp,
  created_by: z.string(),
})
export type View = z.output<typeof view>

export const listViews = endpoint({
  name: 'listViews',
  method: 'GET',
  path: '/cairn/{org}/views',
  access: 'reader',
  response: z.array(view),
})

export const getView = endpoint({
  name: 'getView',
  method: 'GET',
  path: '/cairn/{org}/views/{view_id}',
  access: 'reader',
  response: view,
})

export const createView = endpoint({
  name: 'createView',
  method: 'POST',
  path: '/cairn/{org}/views',
  access: 'reader',
  body: {
    kind: 'json',
    schema: z.object({
      name: viewName,
      page: z.enum(viewPages),
      search: viewSearch,
      /** A team view requires the role member. */
      scope: z.enum(viewScopes),
      is_default: z._default(z.boolean(), false),
    }),
  },
  response: view,
  status: [201],
})

export const changeView = endpoint({
  name: 'changeView',
  method: 'PATCH',
  path: '/cairn/{org}/views/{view_id}',
  access: 'reader',
  body: {
    kind: 'json',
    schema: z.object({
      name: maybe(viewName),
      search: maybe(viewSearch),
      /** `true` replaces the page's present default. */
      is_default: maybe(z.boolean()),
    }),
  },
  response: view,
})

export const deleteView = endpoint({
  name: 'deleteView',
  method: 'DELETE',
  path: '/cairn/{org}/views/{view_id}',
  access: 'reader',
  response: ok,
})

/** Texts of these endpoints in the API reference. */
export const savedViewTexts = {
  listViews: {
    summary: "List the organization's views and the caller's own, by page and name",
    description:
      'Returns every saved view that the caller can see with its page, its filters and whether it is the default. It is not paged.',
  },
  getView: {
    summary: 'Get a view',
    description:
      'Returns the view with its filters. A private view of somebody else is 404. The `ETag` can be sent as `If-Match` with a change.',
  },
  createView: {
    summary: 'Save a view, for oneself or for the team',
    description:
      'Returns the new view. A view of the team needs the role member. A name that another view of the same page and owner has is refused with 400, and so is a view beyond the 100th.',
  },
  changeView: {
    summary: 'Rename a view, give it other filters, or make it the default of its page',
    description:
      'Only the fields that are sent change; `is_default` true takes it from the present default of the page. A view of the team needs the role member.',
  },
  deleteView: {
    summary: 'Remove a view',
    description:
      'Removes it for everybody who sees it. A view of the team needs the role member; an unknown view is 404.',
  },
} satisfies EndpointTexts

import * as z from 'zod/mini'
import { label, maybe, ok, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'

/** Maximum depth of nested spaces, counted from the topmost. */
export const maxSpaceDepth = 8
/** Maximum number of spaces of an organization. */
export const maxSpaces = 1_000

/** One line without a slash, which separates the names of a path. */
const spaceName = z
  .string()
  .check(z.regex(/^[^\s/\p{Cc}]([^/\p{Cc}]*[^\s/\p{Cc}])?$/u), z.maxLength(255))

/** A folder of flows and environments. */
export const space = z.object({
  id: z.string(),
  name: z.string(),
  /** Id of the parent space; null at the top. */
  parent_id: z.nullable(z.string()),
  /** Names from the topmost space to this one. */
  path: z.array(z.string()),
  /** Numbers of active ones, including those in spaces below, as lists show them by `space_id`. */
  flow_count: z.int(),
  environment_count: z.int(),
  /** Number of those that are non-compliant now, as lists show them by `standing`: no stale ones. */
  non_compliant_count: z.int(),
  created_at: timestamp,
  created_by: z.string(),
})
export type Space = z.output<typeof space>

const spaceContents = z.extend(space, {
  /** Names of the flows and environments directly in it. */
  flows: z.array(z.string()),
  environments: z.array(z.string()),
})

export const listSpaces = endpoint({
  name: 'listSpaces',
  method: 'GET',
  path: '/cairn/{org}/spaces',
  access: 'reader',
  response: z.array(space),
})

export const getSpace = endpoint({
  name: 'getSpace',
  method: 'GET',
  path: '/cairn/{org}/spaces/{space_id}',
  access: 'reader',
  response: spaceContents,
})

export const createSpace = endpoint({
  name: 'createSpace',
  method: 'POST',
  path: '/cairn/{org}/spaces',
  access: 'member',
  body: {
    kind: 'json',
    schema: z.object({ name: spaceName, parent_id: maybe(label) }),
  },
  response: space,
  status: [201],
})

export const changeSpace = endpoint({
  name: 'changeSpace',
  method: 'PATCH',
  path: '/cairn/{org}/spaces/{space_id}',
  access: 'member',
  body: {
    kind: 'json',
    schema: z.object({
      name: maybe(spaceName),
      /** Null moves it to the top; absent leaves it where it is. */
      parent_id: maybe(label),
    }),
  },
  response: space,
})

export const deleteSpace = endpoint({
  name: 'deleteSpace',
  method: 'DELETE',
  path: '/cairn/{org}/spaces/{space_id}',
  access: 'member',
  response: ok,
})

const contents = {
  kind: 'json',
  schema: z.object({
    flows: maybe(z.array(label).check(z.maxLength(500))),
    environments: maybe(z.array(label).check(z.maxLength(500))),
  }),
} as const

export const putInSpace = endpoint({
  name: 'putInSpace',
  method: 'POST',
  path: '/cairn/{org}/spaces/{space_id}/contents',
  access: 'member',
  body: contents,
  response: ok,
})

export const takeOutOfSpace = endpoint({
  name: 'takeOutOfSpace',
  method: 'DELETE',
  path: '/cairn/{org}/spaces/{space_id}/contents',
  access: 'member',
  body: contents,
  response: ok,
})

/** Texts of these endpoints in the API reference. */
export const spaceTexts = {
  listSpaces: {
    summary: 'List spaces in the order of their paths',
    description:
      'Returns every space with its path and its parent. It is not paged: an organization has at most 1,000 spaces.',
  },
  getSpace: {
    summary: 'Get a space with what is directly in it',
    description:
      'Returns the space with the names of the flows and environments that are directly in it, not of those in spaces below it.',
  },
  createSpace: {
    summary: 'Create a space, at the top or in another',
    description:
      'Returns the new space. A name that another space of the same parent has is refused with 400, and so are spaces that are nested too deep.',
  },
  changeSpace: {
    summary: 'Rename a space, or move it with all that is in it',
    description:
      'Returns the space as it is now. `parent_id` of null moves it to the top; left out, it stays where it is. A space cannot be moved into itself or into one that it holds.',
  },
  deleteSpace: {
    summary: 'Delete a space that is empty',
    description:
      'A space that holds flows, environments or other spaces is refused with 400 naming one of them.',
  },
  putInSpace: {
    summary: 'Put flows and environments into a space, from wherever they were',
    description:
      'Moves all that are named, or none: the first that is unknown or archived is named in a 404. What is in the space already stays.',
  },
  takeOutOfSpace: {
    summary: 'Take flows and environments out of a space; what is not in it stays where it is',
    description:
      'Puts what is named at the top, outside every space; what is in another space is not touched. An unknown or archived name is 404, and nothing is moved.',
  },
} satisfies EndpointTexts

import * as z from 'zod/mini'
import { label } from '#contract/common/fields.ts'

/** Where a second person has to approve an override or an entry of an allow-list. */
export const approvalScopes = ['off', 'tagged', 'all'] as const

/** Roles that can be given the right to approve exceptions. */
export const approverRoles = ['admin', 'member'] as const

const days = z.nullable(z.int().check(z.gte(1), z.lte(3_650)))

/** A tag of flows or environments: its key, or `key:value`. A key has no colon. */
export const tagName = z
  .string()
  .check(z.regex(/^[a-zA-Z0-9][a-zA-Z0-9\-_.~]*(:.*)?$/), z.maxLength(511))

/** Settings of overrides and of entries of allow-lists: approval and duration. */
export const overrideSettings = z
  .object({
    approval: z.enum(approvalScopes),
    /** With `tagged`, tags of flows whose overrides need approval: `key` or `key:value`. */
    approval_tags: z.array(tagName).check(z.maxLength(50)),
    /** With `tagged`, tags of environments whose allow-lists need approval. */
    environment_tags: z.array(tagName).check(z.maxLength(50)),
    approver_roles: z.array(z.enum(approverRoles)).check(z.maxLength(20)),
    /** Members of the organization by name who may approve regardless of their role. */
    approvers: z.array(label).check(z.maxLength(100)),
    /** Days until an exception without an expiry of its own ends; null for never. */
    default_days: days,
    /** Maximum duration of an exception in days; null for no limit. */
    most_days: days,
    /** Whether exceptions may be made without an expiry. */
    allows_no_expiry: z.boolean(),
  })
  .check(
    z.refine(
      ({ approval, approval_tags, environment_tags }) =>
        approval !== 'tagged' || approval_tags.length + environment_tags.length > 0,
      { path: ['approval_tags'], error: 'Name at least one tag' },
    ),
    z.refine(
      ({ approval, approver_roles, approvers }) =>
        approval === 'off' || approver_roles.length + approvers.length > 0,
      { path: ['approver_roles'], error: 'Somebody has to be able to approve' },
    ),
    z.refine(
      ({ default_days, most_days }) =>
        default_days === null || most_days === null || default_days <= most_days,
      { path: ['default_days'], error: 'The default should be at most the maximum' },
    ),
    z.refine(({ default_days, allows_no_expiry }) => default_days !== null || allows_no_expiry, {
      path: ['default_days'],
      error: 'A default is needed where every exception has to end',
    }),
  )
export type OverrideSettings = z.output<typeof overrideSettings>

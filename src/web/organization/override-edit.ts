import * as z from 'zod/mini'
import {
  approvalScopes,
  approverRoles,
  type OverrideSettings,
} from '#contract/organization/organization-settings.ts'

const days = z.string().check(
  z.refine((text) => /^([1-9]\d{0,3})?$/.test(text.trim()), {
    error: 'Write a number of days, or leave it empty',
  }),
)

/** What the form of the section `overrides` holds. */
export const overrideEdit = z.object({
  approval: z.enum(approvalScopes),
  approval_tags: z.string(),
  approver_roles: z.array(z.enum(approverRoles)),
  approvers: z.array(z.string()),
  default_days: days,
  most_days: days,
  allows_no_expiry: z.boolean(),
})
export type OverrideEdit = z.output<typeof overrideEdit>

/** The section as the form begins. */
export const editOf = (settings: OverrideSettings): OverrideEdit => ({
  approval: settings.approval,
  approval_tags: settings.approval_tags.join(', '),
  approver_roles: settings.approver_roles,
  approvers: settings.approvers,
  default_days: String(settings.default_days ?? ''),
  most_days: String(settings.most_days ?? ''),
  allows_no_expiry: settings.allows_no_expiry,
})

const daysIn = (text: string) => (text.trim() === '' ? null : Number(text))

/** What an edit asks for. */
export const bodyOf = (edit: OverrideEdit): OverrideSettings => ({
  ...edit,
  approval_tags: edit.approval_tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean),
  default_days: daysIn(edit.default_days),
  most_days: daysIn(edit.most_days),
})

/** A field of an edit in words. */
export function wordsOf(edit: OverrideEdit, field: keyof OverrideEdit): string {
  const value = edit[field]
  if (typeof value === 'boolean') return value ? 'allowed' : 'not allowed'
  return Array.isArray(value) ? value.join(', ') : value
}

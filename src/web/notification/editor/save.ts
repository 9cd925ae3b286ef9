import type { FieldPath, UseFormReturn } from 'react-hook-form'
import {
  type NotificationSummary,
  makeNotification,
  saveNotification,
} from '#contract/notification/notification-page.ts'
import { ApiError, refusalTexts } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { type EditedNotification, bodyOf } from './draft.ts'

/** A notification as it was read, which an edit is of. */
export interface Saved {
  number: number
  etag: string
}

/** Makes a rule, or changes the one that was read; refused with 412 when it changed since. */
export function saveRule(
  org: string,
  edited: EditedNotification,
  saved: Saved | undefined,
): Promise<NotificationSummary> {
  const body = bodyOf(edited)
  if (!saved) return call(makeNotification, { params: { org }, body })
  const params = { org, number: String(saved.number) }
  return call(saveNotification, { params, body, ifMatch: saved.etag })
}

/** The call that saves a rule. */
export function saveCall(
  org: string,
  edited: EditedNotification,
  saved: Saved | undefined,
): string {
  const body = bodyOf(edited)
  if (!saved) return curl(makeNotification, { params: { org }, body })
  return curl(saveNotification, { params: { org, number: String(saved.number) }, body })
}

const ownFields = /^(name|environments|selector|triggers|digest|merge_minutes|targets)\b/

/** The field of the form that shows what the service says of a field of its own. */
const fieldOf = (path: string) =>
  path
    .replace(/^(name|environments|triggers|selector\.\w+)\..*/, '$1')
    .replace(/^(targets\.\d+\.(?:webhook|email)).*/, '$1') as FieldPath<EditedNotification>

/** Shows a refusal beside the fields that are to blame, else over the button. */
export function showRefusal(form: UseFormReturn<EditedNotification>, error: unknown): void {
  if (error instanceof ApiError && error.status === 412) {
    const message = 'Not saved: this rule was changed in the meantime.'
    return form.setError('root', { message })
  }
  const names = error instanceof ApiError ? Object.keys(error.errors) : []
  const known = names.filter((name) => ownFields.test(name))
  const { byField, whole } = refusalTexts(error, known)
  for (const [name, message] of byField) form.setError(fieldOf(name), { message })
  if (whole) form.setError('root', { message: whole })
}

import type { View } from '#contract/view.ts'
import type { ViewRow } from './queries.ts'

/** A view as it is read. */
export function viewItem(row: ViewRow): View {
  const { user_id, org_id: _, ...fields } = row
  return {
    ...fields,
    page: fields.page as View['page'],
    scope: user_id === null ? 'team' : 'personal',
  }
}

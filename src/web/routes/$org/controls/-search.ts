import * as z from 'zod/mini'
import { maybe } from '#contract/common/fields.ts'
import { controlListQuery } from '#contract/control/control-page.ts'
import { readSearch } from '#web/api/search-params.ts'

const search = z.extend(controlListQuery, {
  view: z._default(z.enum(['list', 'frameworks']), 'list'),
  framework: maybe(z.array(z.string())),
})

/** The search of the page of controls, as a list or by framework. */
export const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

/** Result of {@link searchOf}. */
export type ControlsSearch = ReturnType<typeof searchOf>

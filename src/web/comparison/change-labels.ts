import type { Change } from './search.ts'

/** What each change is called. */
export const changeLabels: Record<Change, string> = {
  replaced: 'Replaced',
  started: 'Started',
  exited: 'Exited',
  scaled: 'Scaled',
  unchanged: 'Unchanged',
}

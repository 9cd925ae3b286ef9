import { savePreference } from '#contract/user/user.ts'
import { call } from '#web/api/call.ts'
import { stringifySearch } from '#web/api/search-params.ts'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import type { OverviewSearch } from './queries.ts'

/** The filters of the overview as they are saved: without what it shows anyway. */
const searchText = ({ tag, range }: OverviewSearch) =>
  stringifySearch({ tag, range: range === '7d' ? undefined : range }).slice(1)

/** Saves the filters that are set as those that the page opens with, for the person signed in. */
export function SaveDefault(props: { org: string; search: OverviewSearch; saved: string }) {
  const { org, saved } = props
  const search = searchText(props.search)
  const { isBusy, failure, run } = useChange(org, 'preference_saved')
  if (search === saved) {
    return search && <span className="text-meta text-muted">Your default filters</span>
  }
  const params = { org, page: 'overview' }
  const done = search ? 'Saved as your default' : 'The overview opens without filters'
  return (
    <>
      {failure && (
        <span role="alert" className="text-meta font-medium">
          {failure}
        </span>
      )}
      <Button
        kind="quiet"
        className="md:h-7"
        disabled={isBusy}
        onClick={() => void run(() => call(savePreference, { params, body: { search } }), done)}
      >
        {search ? 'Save as my default' : 'Forget my default'}
      </Button>
    </>
  )
}

import { CheckLine } from '#web/ui/checkbox.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { searchLabels } from './view-search.ts'

/** The filters of a view in words. */
export function SearchTags(props: { search: string }) {
  const labels = searchLabels(props.search)
  if (labels.length === 0) return <span className="text-meta text-muted">no filter: all rows</span>
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {labels.slice(0, shown).map((label, at) => (
        // Filters may be repeated, and nothing moves between them.
        // oxlint-disable-next-line react/no-array-index-key
        <Tag key={at}>{label}</Tag>
      ))}
      {labels.length > shown && <Tag>+{labels.length - shown}</Tag>}
    </span>
  )
}

const shown = 8

/** Whether a list opens with a view. */
export function DefaultField(props: {
  isTeam: boolean
  isDefault: boolean
  onChange: (isDefault: boolean) => void
}) {
  return (
    <CheckLine
      label={props.isTeam ? 'Make it the team’s default' : 'Make it my default'}
      hint={
        props.isTeam
          ? 'for everybody without a personal default'
          : 'this page opens with it, for me alone'
      }
      checked={props.isDefault}
      onChange={props.onChange}
    />
  )
}

import { Button } from '../ui/button.tsx'
import { WarningSign } from '../ui/warning-sign.tsx'
import type { FlowEdit } from './edit.ts'

const labels: Record<keyof FlowEdit, string> = {
  description: 'Description',
  visibility: 'Visibility',
  tags: 'Tags',
}

/** Somebody saved meanwhile: both versions, and whose stays (product.md 3.0). */
export function Conflict(props: {
  fields: readonly (keyof FlowEdit)[]
  mine: FlowEdit
  theirs: FlowEdit
  onKeep: () => void
  onTake: () => void
}) {
  const { fields, mine, theirs } = props
  return (
    <div className="grid gap-3 rounded-card border border-line px-4 py-3 text-table">
      <p className="flex items-center gap-1.5 font-medium">
        <WarningSign />
        Somebody else saved this flow while you were editing.
      </p>
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="sr-only">Both versions</caption>
        <thead className="text-meta text-muted">
          <tr>
            {['Field', 'Yours', 'Saved meanwhile'].map((word) => (
              <th key={word} scope="col" className="pr-3 font-normal">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field} className="align-top">
              <th scope="row" className="pr-3 font-medium">
                {labels[field]}
              </th>
              <td className="pr-3 wrap-anywhere">{wordsOf(mine, field)}</td>
              <td className="wrap-anywhere">{wordsOf(theirs, field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-2">
        <Button onClick={props.onKeep}>Keep mine</Button>
        <Button onClick={props.onTake}>Take theirs</Button>
      </div>
    </div>
  )
}

function wordsOf(edit: FlowEdit, field: keyof FlowEdit): string {
  const text =
    field === 'tags'
      ? edit.tags.map(({ key, value }) => (value ? `${key}:${value}` : key)).join(', ')
      : edit[field]
  return text === '' ? 'none' : text
}

import { Button } from '../ui/button.tsx'
import { WarningSign } from '../ui/warning-sign.tsx'

/** Somebody saved meanwhile: both versions, and whose stays. */
export function Conflict(props: {
  one: string
  rows: readonly { label: string; mine: string; theirs: string }[]
  onKeep: () => void
  onTake: () => void
}) {
  return (
    <div className="grid gap-3 rounded-card border border-line px-4 py-3 text-table">
      <p className="flex items-center gap-1.5 font-medium">
        <WarningSign />
        Somebody else saved this {props.one} while you were editing.
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
          {props.rows.map(({ label, mine, theirs }) => (
            <tr key={label} className="align-top">
              <th scope="row" className="pr-3 font-medium">
                {label}
              </th>
              <td className="pr-3 wrap-anywhere">{mine || 'none'}</td>
              <td className="wrap-anywhere">{theirs || 'none'}</td>
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

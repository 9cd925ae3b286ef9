import { Button } from '../ui/button.tsx'

/** Turns a drawing into a table of the same, and back. */
export function TableToggle(props: { isTable: boolean; onToggle: (isTable: boolean) => void }) {
  const { isTable, onToggle } = props
  return (
    <Button
      kind="quiet"
      size="small"
      aria-pressed={isTable}
      className="aria-pressed:bg-hover aria-pressed:text-text"
      onClick={() => onToggle(!isTable)}
    >
      Table
    </Button>
  )
}

/** A choice of yes or no, with what it means beside it. */
export function SwitchField(props: {
  label: string
  hint: string
  isOn: boolean
  onTurn: (isOn: boolean) => void
}) {
  return (
    <label className="flex min-h-6 items-center gap-2 text-table max-md:min-h-11">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        checked={props.isOn}
        onChange={(event) => props.onTurn(event.currentTarget.checked)}
      />
      <span>
        {props.label} <span className="text-muted">{props.hint}</span>
      </span>
    </label>
  )
}

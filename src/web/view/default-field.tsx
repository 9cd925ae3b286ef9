/** Whether a list opens with a view. */
export function DefaultField(props: {
  isTeam: boolean
  isDefault: boolean
  onChange: (isDefault: boolean) => void
}) {
  return (
    <label className="flex min-h-6 items-center gap-2 text-table max-md:min-h-11">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        checked={props.isDefault}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>
        {props.isTeam ? 'Make it the team’s default' : 'Make it my default'}{' '}
        <span className="text-muted">
          {props.isTeam
            ? 'for whoever has none of their own'
            : 'this page opens with it, for me alone'}
        </span>
      </span>
    </label>
  )
}

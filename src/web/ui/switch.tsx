import { Switch as Primitive } from 'radix-ui'
import { type ReactNode, useId } from 'react'

/** A choice that takes effect at once, with the word that says how it stands. */
export function Switch(props: {
  label: string
  hint?: ReactNode
  isOn: boolean
  onTurn: (isOn: boolean) => void
}) {
  const id = useId()
  return (
    <div className="flex min-h-7 items-center gap-2 text-table max-md:min-h-11">
      <Primitive.Root
        id={id}
        checked={props.isOn}
        onCheckedChange={props.onTurn}
        className="relative inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border border-control-border bg-bg px-0.5 not-data-[state=unchecked]:border-accent not-data-[state=unchecked]:bg-accent max-md:h-6.5 max-md:w-11"
      >
        <Primitive.Thumb className="size-3 rounded-full bg-control-border data-[state=checked]:ml-auto data-[state=checked]:bg-on-accent forced-colors:bg-[ButtonText] max-md:size-4.5" />
      </Primitive.Root>
      <label htmlFor={id} className="min-w-0 wrap-anywhere">
        {props.label} {props.hint && <span className="text-muted">{props.hint}</span>}
      </label>
    </div>
  )
}

import { clsx } from 'clsx'
import { CheckLine } from '#web/ui/checkbox.tsx'

/** Some of a few values, each with a box. */
export function CheckList<Value extends string>(props: {
  label: string
  options: readonly { value: Value; label: string; hint?: string }[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  className?: string
  isDisabled?: boolean
}) {
  const { options, value, onChange } = props
  return (
    <div
      role="group"
      aria-label={props.label}
      className={clsx('flex flex-wrap gap-x-4', props.className)}
    >
      {options.map((option) => (
        <CheckLine
          key={option.value}
          label={option.label}
          hint={option.hint}
          disabled={props.isDisabled ?? false}
          checked={value.includes(option.value)}
          onChange={(isOn) =>
            onChange(isOn ? [...value, option.value] : value.filter((one) => one !== option.value))
          }
        />
      ))}
    </div>
  )
}

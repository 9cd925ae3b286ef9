import { SwitchField } from '../form/switch-field.tsx'

/** Whether a list opens with a view. */
export function DefaultField(props: {
  isTeam: boolean
  isDefault: boolean
  onChange: (isDefault: boolean) => void
}) {
  return (
    <SwitchField
      label={props.isTeam ? 'Make it the team’s default' : 'Make it my default'}
      hint={
        props.isTeam ? 'for whoever has none of their own' : 'this page opens with it, for me alone'
      }
      isOn={props.isDefault}
      onTurn={props.onChange}
    />
  )
}

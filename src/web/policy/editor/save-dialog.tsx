import { EffectPreview } from '#web/policy/effect/effect-preview.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import type { EditedPolicy } from './save.ts'

/** Shows what another version of a policy flips, before it is saved. */
export default function SaveDialog(props: {
  org: string
  policy: EditedPolicy
  /** Number that it will have. */
  version: number
  onSave: () => void
  onClose: () => void
}) {
  const { org, policy, version, onClose } = props
  return (
    <ActionDialog
      title={`Save version ${version} of ${policy.name}?`}
      position="wide"
      action="Save"
      onConfirm={props.onSave}
      onClose={onClose}
    >
      <p>Everything that runs in its environments is evaluated by it at once.</p>
      <EffectPreview
        org={org}
        question={{
          action: 'save',
          policy_names: [policy.name],
          policy_yaml: policy.text,
          snapshots: 20,
        }}
        isPaused={false}
      />
    </ActionDialog>
  )
}

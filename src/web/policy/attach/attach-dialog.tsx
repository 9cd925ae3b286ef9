import { useState } from 'react'
import { attachPolicies } from '#contract/environment/environment.ts'
import { maxEnvironments } from '#contract/policy/policy-effect.ts'
import { counted } from '#domain/common/counted.ts'
import { curl } from '#web/api/curl.ts'
import { PickField } from '#web/form/pick-field.tsx'
import { EffectPreview } from '#web/policy/effect/effect-preview.tsx'
import { type EffectQuestion, policyListQuery } from '#web/policy/queries.ts'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { maxFound, physicalEnvironmentsQuery } from '#web/record/known-records.ts'
import { useFound } from '#web/record/use-found.ts'
import { type Attachment, Failures, useAttachments } from './use-attachments.tsx'

/** Policy to attach, or the environments: one is known. */
type Fixed =
  | { policy: string }
  | {
      environments: readonly string[]
      /** Only policies that ask a decision about it. */
      control?: string
    }

/** The attachments that a choice comes to, by environment. */
const attachmentsOf = (fixed: Fixed, picked: readonly string[]): Attachment[] =>
  'policy' in fixed
    ? picked.map((env_name) => ({ env_name, policy_names: [fixed.policy] }))
    : fixed.environments.map((env_name) => ({ env_name, policy_names: [...picked] }))

const questionOf = (fixed: Fixed, picked: readonly string[]): EffectQuestion => ({
  action: 'attach',
  policy_names: 'policy' in fixed ? [fixed.policy] : [...picked],
  environments: [...('policy' in fixed ? picked : fixed.environments)].slice(0, maxEnvironments),
  snapshots: 20,
})

/** "prod-eu", or "3 environments". */
const namesText = (names: readonly string[]) =>
  names.length === 1 ? (names[0] ?? '') : counted(names.length, 'environment')

/** Attaches a policy to environments, or policies to environments, and says first what that flips. */
export default function AttachDialog(props: {
  org: string
  fixed: Fixed
  /** Names attached already. */
  taken: readonly string[]
  onClose: () => void
}) {
  const { org, fixed, taken, onClose } = props
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<string[]>([])
  const found = useFoundNames(org, fixed, text)
  const { isBusy, failures, apply } = useAttachments(org, attachPolicies)
  const what = 'policy' in fixed ? fixed.policy : namesText(fixed.environments)
  const attachments = attachmentsOf(fixed, picked)
  const question = questionOf(fixed, picked)
  const attach = async () => {
    const done = 'policy' in fixed ? `Attached ${what}` : `Attached to ${what}`
    if (await apply(attachments, question, done)) onClose()
  }
  return (
    <ActionDialog
      title={'policy' in fixed ? `Attach ${what} to` : `Attach policies to ${what}`}
      position="wide"
      action={isBusy ? 'Attaching' : 'Attach'}
      isBusy={isBusy}
      isIncomplete={picked.length === 0}
      call={attachments
        .map(({ env_name, policy_names }) =>
          curl(attachPolicies, { params: { org, env_name }, body: { policy_names } }),
        )
        .join('\n')}
      onConfirm={attach}
      onClose={onClose}
    >
      <PickField
        label={'policy' in fixed ? 'Environments' : 'Policies'}
        find={'policy' in fixed ? 'Find environments by name' : 'Find policies by name'}
        none={noneText(fixed, (found?.length ?? 0) >= maxFound)}
        text={text}
        onText={setText}
        found={found?.filter((name) => !taken.includes(name))}
        selected={picked}
        hint="Everything that runs there is evaluated at once, and a snapshot says what changed."
        onChange={setPicked}
      />
      {picked.length > 0 && (
        <EffectPreview
          org={org}
          question={question}
          isPaused={isBusy}
          isCut={attachments.length > maxEnvironments}
        />
      )}
      <Failures failures={failures} tried={attachments.length} />
    </ActionDialog>
  )
}

/** Why nothing is offered. @param isCut whether more is called so than was found at once */
function noneText(fixed: Fixed, isCut: boolean): string {
  if (isCut) return `The first ${maxFound} of this name are attached or chosen: type more of it.`
  if ('policy' in fixed) {
    return 'No further environment of this name. Logical ones follow their members.'
  }
  return fixed.control === undefined
    ? 'No further policy of this name.'
    : `No policy of this name asks for a decision about ${fixed.control}.`
}

/** Names of what can be attached, or attached to, that hold a text. */
function useFoundNames(org: string, fixed: Fixed, text: string): string[] | undefined {
  const wantsEnvironments = 'policy' in fixed
  const control = 'policy' in fixed ? undefined : fixed.control
  const environments = useFound(
    text,
    (name) => physicalEnvironmentsQuery(org, name),
    wantsEnvironments,
  )
  const policies = useFound(
    text,
    (q) => policyListQuery(org, { q, per_page: maxFound, ...(control && { control: [control] }) }),
    !wantsEnvironments,
  )
  return wantsEnvironments
    ? environments.found?.environments.map(({ name }) => name)
    : policies.found?.data.map(({ name }) => name)
}

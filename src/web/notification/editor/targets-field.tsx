import { clsx } from 'clsx'
import { Plus, Send, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { targetTraits } from '#contract/notification/notification-types.ts'
import { FieldNote, TextField } from '#web/form/field.tsx'
import { orderedTypes, targetLabels } from '#web/notification/labels.ts'
import { Button } from '#web/ui/button.tsx'
import { handsOnFocus } from '#web/ui/hand-on-focus.ts'
import { Icon } from '#web/ui/icon.tsx'
import { targetName } from './draft-labels.ts'
import { type EditedNotification, type EditedTarget, emptyTarget, isAddressed } from './draft.ts'

/** Why no other test begins. */
const testing = 'A test is running'

/** Whom a rule tells, of the form around it: each can be tried as it stands. */
export function TargetsField(props: {
  isTesting: boolean
  onTest: (targets: readonly EditedTarget[]) => void
  /** Result of a test of a target. */
  renderResult: (target: EditedTarget) => ReactNode
}) {
  const { isTesting, onTest, renderResult } = props
  const { control, formState } = useFormContext<EditedNotification>()
  const { fields, append, remove } = useFieldArray({ control, name: 'targets' })
  const targets = useWatch({ control, name: 'targets' })
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={id}>
      <legend className="sr-only">Targets</legend>
      <div className="mb-1.5 flex items-center gap-2">
        <span aria-hidden="true" className="flex-1 text-table font-medium">
          Targets
        </span>
        {targets.length > 1 && (
          <Button
            ref={handsOnFocus}
            kind="quiet"
            size="small"
            refusal={isTesting ? testing : null}
            onClick={() => onTest(targets)}
          >
            <Icon of={Send} small />
            Test all
          </Button>
        )}
      </div>
      <ul className="rounded-card border border-line">
        {fields.map((field, index) => {
          // One that was just added is not watched yet, but is to be there to take the focus.
          const target = targets[index] ?? field
          return (
            <li key={field.id} className="border-b border-line px-4 py-3">
              <TargetFields
                index={index}
                target={target}
                isTesting={isTesting}
                onTest={() => onTest([target])}
                onRemove={() => remove(index)}
              >
                {renderResult(target)}
              </TargetFields>
            </li>
          )
        })}
        <li className="flex flex-wrap gap-1 px-2 py-1.5">
          {orderedTypes.map((type) => (
            <Button key={type} kind="quiet" size="small" onClick={() => append(emptyTarget(type))}>
              <Icon of={Plus} small />
              {targetLabels[type].label}
            </Button>
          ))}
        </li>
      </ul>
      <div className="mt-2">
        <FieldNote
          id={id}
          error={formState.errors.targets?.message ?? formState.errors.targets?.root?.message}
          hint="A failing target does not block saving."
        />
      </div>
    </fieldset>
  )
}

function TargetFields(props: {
  index: number
  target: EditedTarget
  isTesting: boolean
  onTest: () => void
  onRemove: () => void
  children: ReactNode
}) {
  const { index, target, isTesting } = props
  const { label, icon, name } = targetLabels[target.type]
  const { address } = targetTraits[target.type]
  const [isOpen, setOpen] = useState(target.target_id === null || target.webhook !== '')
  return (
    <div
      role="group"
      aria-label={`Target ${index + 1}, ${label}`}
      className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 gap-y-2"
    >
      <span className="pt-1 text-muted">
        <Icon of={icon} />
      </span>
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-table font-medium">{targetName(target)}</span>
        <Button
          size="small"
          disabled={!isAddressed(target)}
          refusal={isTesting ? testing : null}
          onClick={props.onTest}
        >
          <Icon of={Send} small />
          Test
        </Button>
        <Button
          ref={handsOnFocus}
          kind="quiet"
          size="small"
          icon
          aria-label={`Remove target ${index + 1}`}
          onClick={props.onRemove}
        >
          <Icon of={X} small />
        </Button>
      </div>
      <div className="col-start-2 grid gap-2">
        {address === 'email' ? (
          <EmailField index={index} />
        ) : (
          <div className={clsx('grid items-start gap-2', name && isOpen && 'md:grid-cols-2')}>
            {isOpen ? (
              <WebhookField index={index} />
            ) : (
              <p className="flex flex-wrap items-center gap-2 text-table text-muted">
                <span>Its webhook URL is kept</span>
                <Button ref={handsOnFocus} kind="quiet" size="small" onClick={() => setOpen(true)}>
                  Change address
                </Button>
              </p>
            )}
            {name && <NameOfTarget index={index} {...name} />}
          </div>
        )}
        {props.children}
      </div>
    </div>
  )
}

function WebhookField({ index }: { index: number }) {
  const { register, formState } = useFormContext<EditedNotification>()
  return (
    <TextField
      label="Webhook URL"
      type="url"
      inputMode="url"
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      hint="Shown masked once it is saved"
      error={formState.errors.targets?.[index]?.webhook?.message ?? null}
      {...register(`targets.${index}.webhook`)}
    />
  )
}

function NameOfTarget(props: { index: number; label: string; placeholder: string }) {
  const { index, label, placeholder } = props
  const { register } = useFormContext<EditedNotification>()
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      maxLength={255}
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      hint="What to call it; the URL decides where it goes"
      {...register(`targets.${index}.channel`)}
    />
  )
}

function EmailField({ index }: { index: number }) {
  const { register, formState } = useFormContext<EditedNotification>()
  return (
    <TextField
      label="E-mail addresses"
      inputMode="email"
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      hint="Separated by commas"
      error={formState.errors.targets?.[index]?.email?.message ?? null}
      {...register(`targets.${index}.email`)}
    />
  )
}

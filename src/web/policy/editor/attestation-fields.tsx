import { X } from 'lucide-react'
import { useId } from 'react'
import { builtInTypes } from '#contract/attestation/types/kind.ts'
import type { AttestationDraft } from '#domain/policy/policy-draft.ts'
import { Field, TextField } from '#web/form/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { controlClass } from '#web/ui/control.ts'
import { Icon } from '#web/ui/icon.tsx'

const types = [...builtInTypes, '*'].map((value) => ({ value }))

/** One attestation that a policy asks for. */
export function AttestationFields(props: {
  label: string
  rule: AttestationDraft
  onChange: (rule: AttestationDraft) => void
  onRemove: () => void
}) {
  const { label, rule, onChange } = props
  const set = (change: Partial<AttestationDraft>) => onChange({ ...rule, ...change })
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-card border border-line px-3 pt-1 pb-3">
      <legend className="px-1 font-medium">{label}</legend>
      <div className="grid gap-3 md:grid-cols-2">
        <Field label="Type" hint="custom:name for a type of your own, * for any">
          {(control) => (
            <Combobox
              {...control}
              label="Type"
              takesOther
              options={types}
              value={rule.type}
              onChange={(type) => set({ type, ...(type !== 'decision' && { for_control: null }) })}
            />
          )}
        </Field>
        <TextField
          label="Name"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          hint="* for any name"
          value={rule.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
      </div>
      {rule.type === 'decision' && (
        <TextField
          label="For control"
          autoCapitalize="off"
          spellCheck={false}
          hint="Identifier of a control; empty for any decision"
          value={rule.for_control ?? ''}
          onChange={(event) => set({ for_control: event.currentTarget.value || null })}
        />
      )}
      <CheckLine
        label="Must be compliant"
        checked={rule.must_be_compliant}
        onChange={(isOn) => set({ must_be_compliant: isOn })}
      />
      {rule.if && (
        <ConditionField
          label={`Asked only where, ${label.toLowerCase()}`}
          shown="Asked only where"
          value={rule.if.text}
          onChange={(text) => set({ if: { text } })}
          onRemove={() => set({ if: null })}
        />
      )}
      <span className="flex flex-wrap gap-2">
        {!rule.if && (
          <Button
            size="small"
            aria-label={`Add a condition to ${label.toLowerCase()}`}
            onClick={() => set({ if: { text: '' } })}
          >
            Add a condition
          </Button>
        )}
        <Button
          kind="quiet"
          size="small"
          aria-label={`Remove ${label.toLowerCase()}`}
          onClick={props.onRemove}
        >
          <Icon of={X} small />
          Remove
        </Button>
      </span>
    </fieldset>
  )
}

/** An expression without its `${{ }}`, and the way to do without it. */
export function ConditionField(props: {
  /** Tells it apart from others of the form. */
  label: string
  /** What of that is seen. */
  shown: string
  value: string
  onChange: (text: string) => void
  onRemove: () => void
}) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-meta text-muted">
        {props.shown}
        <span className="sr-only">{props.label.slice(props.shown.length)}</span>
      </label>
      <div className="flex gap-1">
        <input
          id={id}
          className={`${controlClass} min-w-0 font-mono text-code`}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          placeholder='flow.tags.tier == "internal"'
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
        <Button kind="quiet" icon aria-label={`Remove: ${props.label}`} onClick={props.onRemove}>
          <Icon of={X} small />
        </Button>
      </div>
    </div>
  )
}

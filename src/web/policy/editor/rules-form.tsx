import { X } from 'lucide-react'
import { useId } from 'react'
import { builtInTypes } from '#contract/attestation/types/kind.ts'
import type {
  AttestationDraft,
  PolicyDraft,
  RequirementDraft,
} from '#domain/policy/policy-draft.ts'
import { lookOf } from '#web/domain-ui/kind-label.tsx'
import { Field, TextField } from '#web/form/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { controlClass } from '#web/ui/control.ts'
import { focusAdded, handsOnFocus } from '#web/ui/hand-on-focus.ts'
import { Icon } from '#web/ui/icon.tsx'

const newAttestation: AttestationDraft = {
  type: 'generic',
  name: '*',
  if: null,
  must_be_compliant: true,
  for_control: null,
}

/** The rules of a policy as a form; what it changes is written as YAML. */
export function RulesForm(props: {
  draft: PolicyDraft
  /** Something is being typed as YAML, which the form would write over. */
  isWaiting: boolean
  onChange: (draft: PolicyDraft) => void
}) {
  const { draft, onChange } = props
  const { attestations } = draft
  const setAttestations = (changed: AttestationDraft[]) =>
    onChange({ ...draft, attestations: changed })
  return (
    <div inert={props.isWaiting} className="grid gap-4 px-4 pt-1 pb-4 text-table">
      <Requirement
        label="Provenance"
        asks="Every artifact was reported in a flow"
        rule={draft.provenance}
        onChange={(provenance) => onChange({ ...draft, provenance })}
      />
      <Requirement
        label="Trail compliance"
        asks="Every artifact is compliant on its trail"
        rule={draft.trail_compliance}
        onChange={(trail_compliance) => onChange({ ...draft, trail_compliance })}
      />
      {attestations.map((rule, index) => (
        <AttestationFields
          key={index}
          label={`Attestation ${index + 1}`}
          rule={rule}
          onChange={(changed) => setAttestations(attestations.with(index, changed))}
          onRemove={() => setAttestations(attestations.toSpliced(index, 1))}
        />
      ))}
      <span>
        <Button
          onClick={({ currentTarget }) =>
            focusAdded(currentTarget.closest('div'), () =>
              setAttestations([...attestations, newAttestation]),
            )
          }
        >
          Add an attestation
        </Button>
      </span>
    </div>
  )
}

const noRule: RequirementDraft = { required: false, exceptions: [] }

function Requirement(props: {
  label: string
  asks: string
  rule: RequirementDraft | null
  onChange: (rule: RequirementDraft | null) => void
}) {
  const { label, rule, onChange } = props
  const { required, exceptions } = rule ?? noRule
  const set = (change: Partial<RequirementDraft>) => {
    const changed = { required, exceptions, ...change }
    onChange(changed.required || changed.exceptions.length > 0 ? changed : null)
  }
  return (
    <fieldset className="grid min-w-0 gap-2 rounded-card border border-line px-3 pt-1 pb-3">
      <legend className="px-1 font-medium">{label}</legend>
      <CheckLine
        label={props.asks}
        checked={required}
        onChange={(isOn) => set({ required: isOn })}
      />
      {exceptions.map((exception, index) => (
        <ConditionField
          key={index}
          label={`Not asked where, ${label.toLowerCase()} exception ${index + 1}`}
          shown="Not asked where"
          value={exception.if.text}
          onChange={(text) => set({ exceptions: exceptions.with(index, { if: { text } }) })}
          onRemove={() => set({ exceptions: exceptions.toSpliced(index, 1) })}
        />
      ))}
      {required && (
        <span>
          <Button
            size="small"
            aria-label={`Add an exception to ${label.toLowerCase()}`}
            onClick={({ currentTarget }) =>
              focusAdded(currentTarget.closest('fieldset'), () =>
                set({ exceptions: [...exceptions, { if: { text: '' } }] }),
              )
            }
          >
            Add an exception
          </Button>
        </span>
      )}
    </fieldset>
  )
}

const types = [...builtInTypes, '*'].map((value) => ({
  value,
  label: lookOf(value).label,
  note: value,
}))

/** One attestation that a policy asks for. */
function AttestationFields(props: {
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
            onClick={({ currentTarget }) =>
              focusAdded(currentTarget.closest('fieldset'), () => set({ if: { text: '' } }))
            }
          >
            Add a condition
          </Button>
        )}
        <Button
          ref={handsOnFocus}
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
function ConditionField(props: {
  /** Tells it apart from others of the form. */
  label: string
  /** Its visible start. */
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
        <Button
          ref={handsOnFocus}
          kind="quiet"
          icon
          aria-label={`Remove: ${props.label}`}
          onClick={props.onRemove}
        >
          <Icon of={X} small />
        </Button>
      </div>
    </div>
  )
}

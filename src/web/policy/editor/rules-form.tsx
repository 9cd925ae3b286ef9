import type {
  AttestationDraft,
  PolicyDraft,
  RequirementDraft,
} from '#domain/policy/policy-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { AttestationFields, ConditionField } from './attestation-fields.tsx'

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
        <Button onClick={() => setAttestations([...attestations, newAttestation])}>
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
            onClick={() => set({ exceptions: [...exceptions, { if: { text: '' } }] })}
          >
            Add an exception
          </Button>
        </span>
      )}
    </fieldset>
  )
}

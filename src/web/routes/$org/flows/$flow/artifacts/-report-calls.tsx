import type { Artifact, ArtifactSlot } from '#contract/artifact/artifact.ts'
import { reportCall } from '#web/pipeline/report-attestation.ts'
import { chosenForm } from '#web/ui/call-form.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FirstSteps } from '#web/ui/first-steps.tsx'

/** The call that reports an attestation of an artifact, or of its trail. */
export function callFor(
  org: string,
  artifact: Artifact,
  slot: Pick<ArtifactSlot, 'scope' | 'attestation_name' | 'attestation_type'>,
) {
  const { trail_name: trail, template_reference_name, filename, fingerprint } = artifact
  if (trail === null) return null
  return reportCall({
    org,
    flow: artifact.flow_name,
    trail,
    name: slot.attestation_name,
    type: slot.attestation_type,
    artifact:
      slot.scope === 'artifact' ? { name: template_reference_name ?? filename, fingerprint } : null,
    commit: artifact.git_commit,
  })
}

/** Copies the call that fills a slot. */
export function CopyReport(props: { org: string; artifact: Artifact; slot: ArtifactSlot }) {
  const call = callFor(props.org, props.artifact, props.slot)
  if (call === null) return <span className="text-muted">–</span>
  return (
    <span className="-mr-2 inline-flex max-md:-my-3 max-md:-ml-3">
      <CopyButton what="Call" label="Copy call" text={() => call[chosenForm()]} />
    </span>
  )
}

/** Shows how the first evidence of an artifact is reported. */
export function NothingYet(props: { org: string; artifact: Artifact }) {
  const call = callFor(props.org, props.artifact, {
    scope: 'artifact',
    attestation_name: 'tests',
    attestation_type: 'generic',
  })
  if (call === null) {
    return (
      <p className="border-t border-line px-4 py-3 text-table text-muted">
        Evidence belongs to trails, and this artifact was reported without one. Report it again with
        a trail_name to collect evidence for it.
      </p>
    )
  }
  return (
    <FirstSteps
      steps={[
        {
          title: 'The template expects nothing of this artifact. Report the first evidence:',
          call,
        },
      ]}
    />
  )
}

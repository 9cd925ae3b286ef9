import { Link } from '@tanstack/react-router'
import type { Trail } from '#contract/trail/trail.ts'
import { reportExpectedCall, reportSlotCall } from '#web/pipeline/trail-calls.ts'
import type { Slot, SlotGroup } from '#web/trail/slots.ts'
import { chosenForm } from '#web/ui/call-form.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FirstSteps } from '#web/ui/first-steps.tsx'

const linkClass = 'text-inherit hover:underline max-md:-my-3 max-md:inline-block max-md:py-3'

/** Beside the status of a trail: all that was reported on it, and the template that it is evaluated by. */
export function StatusLinks(props: { org: string; trail: Trail }) {
  const { org, trail } = props
  const { name, flow, flow_template_version: version } = trail
  return (
    <span className="inline-flex flex-wrap justify-end gap-6 gap-x-4 max-md:grid">
      <Link
        to="/$org/attestations"
        params={{ org }}
        search={{
          flow_name: [flow.name],
          trail_name: name,
          record_type: 'all',
          ...(flow.archived_at !== null && { archived: 'include' as const }),
        }}
        className={linkClass}
      >
        All attestations
      </Link>
      {version === null ? (
        'Own template'
      ) : (
        <Link
          to="/$org/flows/$flow/template"
          params={{ org, flow: flow.name }}
          search={{ version }}
          className={linkClass}
        >
          Template v{version}
        </Link>
      )}
    </span>
  )
}

/** Nothing can be reported any more. */
const isArchived = (trail: Trail) => trail.flow.archived_at !== null

/** Copies the call that reports a missing slot. */
export function CopyReport(props: { org: string; trail: Trail; group: SlotGroup; slot: Slot }) {
  const { org, trail, group, slot } = props
  const call =
    slot.verdict !== 'missing' || isArchived(trail)
      ? null
      : reportSlotCall(org, trail, { ...slot, artifact: group.artifact })
  if (call === null) return <span className="text-muted">–</span>
  return (
    <span className="-mr-2 inline-flex max-md:-my-3 max-md:-ml-3">
      <CopyButton what="Call" label="Copy call" text={() => call[chosenForm()]} />
    </span>
  )
}

/** Copies the call that reports a missing artifact; nothing for one that is there. */
export function CopyArtifactReport(props: { org: string; trail: Trail; group: SlotGroup }) {
  const { artifact } = props.group
  if (!artifact || artifact.fingerprint || isArchived(props.trail)) return null
  return (
    <span className="-mr-2 inline-flex">
      <CopyButton
        what="Call"
        label="Copy call"
        text={() => reportExpectedCall(props.org, props.trail, artifact.name)[chosenForm()]}
      />
    </span>
  )
}

/** Instead of slots, where the template expects none and nothing came. */
export function NothingYet(props: { org: string; trail: Trail }) {
  const { org, trail } = props
  if (isArchived(trail)) {
    return (
      <p className="px-4 pb-4 text-table text-muted">
        Nothing was expected, and nothing was reported before the flow was archived.
      </p>
    )
  }
  const call = reportSlotCall(org, trail, { name: 'review', type: 'generic', artifact: null })
  return (
    <FirstSteps
      steps={[
        {
          title:
            'The template expects nothing, so nothing can be missing. Report the first evidence:',
          call,
        },
      ]}
    />
  )
}

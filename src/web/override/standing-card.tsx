import { Link } from '@tanstack/react-router'
import type { RegisteredOverride } from '#contract/override/override.ts'
import { Card } from '../ui/card.tsx'
import { BeforeAfter } from './before-after.tsx'

/** What the evidence says, what the override says, why, and whether it counts. */
export function CurrentStateCard(props: { org: string; override: RegisteredOverride }) {
  const { org, override } = props
  const { original, flow_name: flow, trail_name: trail } = override
  return (
    <Card title="Before and after">
      <div className="grid gap-2 px-4 pb-4 text-table">
        <p className="text-body">
          <BeforeAfter override={override} />
        </p>
        <p className="max-w-[72ch] wrap-anywhere whitespace-pre-line">{override.reason}</p>
        <p className="text-muted">{standingLabels(override)}</p>
        {original && (
          <Link
            to="/$org/flows/$flow/trails/$trail"
            params={{ org, flow, trail }}
            search={{ attestation_id: original.attestation_id }}
            className="justify-self-start text-accent hover:underline max-md:-my-3 max-md:py-3"
          >
            Open the evidence
          </Link>
        )}
      </div>
    </Card>
  )
}

function standingLabels({ is_request, state, is_in_effect, original }: RegisteredOverride): string {
  if (is_request) {
    return state === 'requested'
      ? 'Nothing is overridden before a second person approves.'
      : 'It was never made: nothing has changed.'
  }
  if (state === 'active' || state === 'expiring') {
    return is_in_effect
      ? 'This is what counts now.'
      : 'A later report or override counts instead; this one stands behind it.'
  }
  return original
    ? 'It has ended: what counted before it counts again.'
    : 'It has ended: nothing is there again.'
}

import { Link } from '@tanstack/react-router'
import { useEvidenceSummary } from '#web/record/evidence-summary.tsx'
import type { PipelineCall } from '#web/ui/call-form.ts'
import { SafeLink } from '#web/ui/safe-link.tsx'
import type { FixStep } from './fix-steps.tsx'
import { linkClass } from './lookup.tsx'

/** Evidence that failed, and where it was reported. */
export interface FailedEvidence {
  org: string
  flow: string
  trail: string
  /** Name of the attestation. */
  name: string
  attestationId: string
  /** Null for evidence of the trail itself. */
  fingerprint: string | null
}

/** What evidence found, and the run that reported it, as far as the report says. */
function FailedRun(props: { id: string }) {
  const found = useEvidenceSummary(props.id)
  return (
    <>
      {found?.summary && <>: {found.summary}</>}
      {found?.origin_url && (
        <>
          , in <SafeLink href={found.origin_url}>its build</SafeLink>
        </>
      )}
      .
    </>
  )
}

/**
 * What can be done about evidence that failed, in the order to try it: read what failed, build
 * again and report the new results, or ask for an override.
 */
export function repairSteps(
  key: string,
  { org, flow, trail, name, attestationId, fingerprint }: FailedEvidence,
  call: PipelineCall | null,
): FixStep[] {
  const params = { org, flow, trail }
  return [
    {
      key: `${key}/read`,
      text: (
        <>
          See{' '}
          <Link
            to="/$org/flows/$flow/trails/$trail"
            params={params}
            search={{ attestation_id: attestationId }}
            className={linkClass}
          >
            what failed in {name}
          </Link>
          <FailedRun id={attestationId} />
        </>
      ),
      call: null,
    },
    {
      key: `${key}/report`,
      text: `Mend it and build again: the pipeline reports ${name} with its new results.`,
      call,
    },
    {
      key: `${key}/override`,
      text: (
        <>
          Or{' '}
          <Link
            to="/$org/flows/$flow/trails/$trail/override"
            params={params}
            search={{
              attestation_name: name,
              ...(fingerprint !== null && { artifact_fingerprint: fingerprint }),
            }}
            className={linkClass}
          >
            override {name}
          </Link>
          , with a reason: then a person vouches for it, not evidence.
        </>
      ),
      call: null,
    },
  ]
}

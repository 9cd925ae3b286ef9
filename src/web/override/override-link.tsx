import { Link } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { useRef } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { useRefusal } from '#web/api/permission.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { RequestLink, isAboutSubject, useTrailRequests } from './request-marks.tsx'
import { typeRefusal } from './form/target.ts'

/** The way from an attestation to the form that overrides it; says why where there is none. */
export function OverrideLink(props: { org: string; attestation: Attestation }) {
  const { org, attestation } = props
  const link = useRef<HTMLAnchorElement>(null)
  const role = useRefusal('member')
  const refusal = typeRefusal(attestation.attestation_type) ?? role
  const icon = refusal === null ? ArrowLeftRight : undefined
  useShortcuts([{ key: 'o', label: 'Override', icon, run: () => link.current?.click() }])
  const { artifact_fingerprint, target_artifacts } = attestation
  const requests = useTrailRequests(org, attestation.flow_name, attestation.trail_name)
  const subject = {
    name: attestation.attestation_name,
    fingerprint: artifact_fingerprint,
    artifacts: target_artifacts ?? [],
  }
  const request = requests.find((one) => isAboutSubject(one, subject))
  const requestText = request && (
    <span className="min-w-0 text-meta text-muted">
      <RequestLink org={org} request={request} />
    </span>
  )
  if (refusal !== null) {
    return (
      <>
        <Button refusal={refusal}>
          <Icon of={ArrowLeftRight} small />
          Override
        </Button>
        {requestText ?? <span className="min-w-0 flex-1 text-meta text-muted">{refusal}</span>}
      </>
    )
  }
  return (
    <>
      <Link
        ref={link}
        to="/$org/flows/$flow/trails/$trail/override"
        params={{ org, flow: attestation.flow_name, trail: attestation.trail_name }}
        search={{
          attestation_name: attestation.attestation_name,
          ...(artifact_fingerprint
            ? { artifact_fingerprint }
            : target_artifacts?.length && { target_artifacts }),
        }}
        className={buttonClass()}
        title="Override (o)"
      >
        <Icon of={ArrowLeftRight} small />
        Override
      </Link>
      {requestText}
    </>
  )
}

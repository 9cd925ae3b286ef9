import { Link } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import { FingerprintLink, Fingerprint } from './fingerprint.tsx'

/** The fingerprint of what runs, empty where it could not be found out; its flow may be unknown. */
export function OriginFingerprint(props: {
  org: string
  flow: string | null | undefined
  value: string
}) {
  const { org, flow, value } = props
  if (value === '') {
    return (
      <span className="text-muted" title="The reporter could not find it out">
        unresolved
      </span>
    )
  }
  return flow ? (
    <FingerprintLink org={org} flow={flow} value={value} />
  ) : (
    <Fingerprint value={value} />
  )
}

/** A flow, and a trail in it that is called by what tells it from the flow; null without a trail. */
export function FlowAndTrail(props: {
  org: string
  flow: string
  trail: string | null
  /** Opened beside the trail. */
  attestation?: string | undefined
}) {
  const { org, flow, trail, attestation } = props
  return (
    <span className="inline-flex max-w-full gap-1 align-bottom max-md:flex-wrap">
      <Link to="/$org/flows/$flow" params={{ org, flow }} title={flow} className={nameClass}>
        {flow}
      </Link>
      <span className="text-muted">/</span>
      {trail === null ? (
        <span className="text-muted">no trail</span>
      ) : (
        <Link
          to="/$org/flows/$flow/trails/$trail"
          params={{ org, flow, trail }}
          search={{ attestation_id: attestation }}
          title={trail}
          className={nameClass}
        >
          {isNamedAfter(trail, flow) ? (
            <>
              <span className="sr-only">{flow}</span>
              <span className="begins-as-before">{trail.slice(flow.length)}</span>
            </>
          ) : (
            trail
          )}
        </Link>
      )}
    </span>
  )
}

const nameClass = 'truncate text-text hover:underline max-md:-my-3 max-md:py-3'

/** Whether a trail's name begins with that of its flow, so that the rest tells it from others. */
export const isNamedAfter = (trail: string, flow: string): boolean =>
  trail.length > flow.length + 1 &&
  trail.startsWith(flow) &&
  /[-._~]/.test(trail[flow.length] ?? '')

/** No flow knows what runs. */
export function NoProvenance() {
  return (
    <span className="inline-flex items-center gap-1 text-muted">
      <Icon of={Unlink} small />
      no provenance
    </span>
  )
}

/** The flow that has built what runs; it leads to the trail, where that is known. */
export function OriginFlow(props: {
  org: string
  flow: string | null | undefined
  trail: string | null | undefined
}) {
  const { org, flow, trail } = props
  if (!flow) return <NoProvenance />
  const className = 'text-text hover:underline'
  return trail ? (
    <Link
      to="/$org/flows/$flow/trails/$trail"
      params={{ org, flow, trail }}
      title={`Trail ${trail}`}
      className={className}
    >
      {flow}
    </Link>
  ) : (
    <Link to="/$org/flows/$flow" params={{ org, flow }} className={className}>
      {flow}
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import { FingerprintLink, Fingerprint } from './fingerprint.tsx'

/** The fingerprint of what runs, empty where it could not be found out; its flow may be unknown. */
export function OriginFingerprint(props: {
  org: string
  flow: string | null | undefined
  value: string
}) {
  const { org, flow, value } = props
  if (value === '') return <span className="text-muted">unresolved</span>
  return flow ? (
    <FingerprintLink org={org} flow={flow} value={value} />
  ) : (
    <Fingerprint value={value} />
  )
}

/** The flow that has built what runs; it leads to the trail, where that is known. */
export function OriginFlow(props: {
  org: string
  flow: string | null | undefined
  trail: string | null | undefined
}) {
  const { org, flow, trail } = props
  if (!flow) return <span className="text-muted">no provenance</span>
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

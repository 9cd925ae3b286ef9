import { Link } from '@tanstack/react-router'
import { CopyButton } from './copy-button.tsx'

/** A fingerprint that leads to its artifact's page, with all 64 characters on the clipboard. */
export function FingerprintLink(props: {
  org: string
  /** Its page in a flow; without one that across all flows. */
  flow?: string
  value: string
}) {
  const { org, flow, value } = props
  const page =
    flow === undefined
      ? ({ to: '/$org/artifacts/$fingerprint', params: { org, fingerprint: value } } as const)
      : ({
          to: '/$org/flows/$flow/artifacts/$fingerprint',
          params: { org, flow, fingerprint: value },
        } as const)
  return (
    <span className="inline-flex items-center gap-0.5 font-mono text-code" title={value}>
      <Link
        {...page}
        aria-label={`Artifact ${value.slice(0, 12)}`}
        className="text-inherit hover:underline max-md:-my-3 max-md:py-3"
      >
        {value.slice(0, 12)}
      </Link>
      <span className="-my-2.5">
        <CopyButton text={value} what="Fingerprint" />
      </span>
    </span>
  )
}

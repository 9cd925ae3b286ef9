import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Opens an artifact's page. */
export function ArtifactLink(props: {
  org: string
  flow: string
  fingerprint: string
  artifactId: string
  children: ReactNode
}) {
  const { org, flow, fingerprint } = props
  return (
    <Link
      to="/$org/flows/$flow/artifacts/$fingerprint"
      params={{ org, flow, fingerprint }}
      search={{ artifact_id: props.artifactId }}
      className="font-medium wrap-anywhere text-text hover:underline"
    >
      {props.children}
    </Link>
  )
}

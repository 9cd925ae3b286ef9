import type { ReactNode } from 'react'

/** Opens an artifact's page. */
export function ArtifactLink(props: {
  org: string
  flow: string
  fingerprint: string
  artifactId: string
  children: ReactNode
}) {
  const path = [props.org, 'flows', props.flow, 'artifacts', props.fingerprint]
  return (
    <a
      href={`/${path.map(encodeURIComponent).join('/')}?artifact_id=${encodeURIComponent(props.artifactId)}`}
      className="font-medium wrap-anywhere text-text hover:underline"
    >
      {props.children}
    </a>
  )
}

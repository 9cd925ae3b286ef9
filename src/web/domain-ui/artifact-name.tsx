import { partsOfArtifactName } from '#domain/artifact/artifact-name.ts'

/** Name of an artifact, then, quieter, its version; where it is kept in the title. */
export function ArtifactName(props: { filename: string }) {
  const { name, version } = partsOfArtifactName(props.filename)
  return (
    <span title={props.filename}>
      {name}
      {version && <span className="font-normal text-muted"> {version}</span>}
    </span>
  )
}

import type { ReactNode } from 'react'
import type { SeenArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { Fingerprint } from '#web/domain-ui/fingerprint.tsx'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'

/** An artifact without provenance: where it runs and ran, and `fix`, how to report its build. */
export function SeenCard(props: {
  org: string
  artifact: SeenArtifact
  fix: ReactNode
  /** Allows it where it runs. */
  actions?: ReactNode
}) {
  const { org, artifact } = props
  return (
    <Card title={artifact.name} remark="no provenance" actions={props.actions}>
      <div className="border-t border-line px-4 py-3">
        <DescriptionList>
          <DescriptionItem label="Fingerprint">
            <Fingerprint value={artifact.fingerprint} />
          </DescriptionItem>
          <DescriptionItem label="Running in">
            <RunningEnvironments org={org} environments={artifact.running} />
          </DescriptionItem>
          <DescriptionItem label="Exited from">
            <RunningEnvironments org={org} environments={artifact.exited} />
          </DescriptionItem>
        </DescriptionList>
      </div>
      {props.fix}
    </Card>
  )
}

function RunningEnvironments(props: { org: string; environments: SeenArtifact['running'] }) {
  if (props.environments.length === 0) return <span className="text-muted">nowhere</span>
  return (
    <span className="flex flex-wrap gap-x-3">
      {props.environments.map(({ environment_name: name, snapshot_index: index }) => (
        <SnapshotLink
          key={name}
          org={props.org}
          environment={name}
          index={index}
          className="text-accent hover:underline max-md:py-3"
        >
          {name}, snapshot #{index}
        </SnapshotLink>
      ))}
    </span>
  )
}

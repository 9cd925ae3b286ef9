import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Artifact } from '#contract/artifact/artifact.ts'
import { Fingerprint } from '#web/domain-ui/fingerprint.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { ReportedLink, ReportedValue } from '#web/domain-ui/reported-value.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

const linkClass = 'min-w-0 truncate text-text hover:underline'

/** What an artifact is, in a line under its name; `commit` is how its commit shows. */
export function ArtifactFacts(props: { org: string; artifact: Artifact; commit: ReactNode }) {
  const { org, artifact } = props
  const { flow_name: flow, trail_name: trail, template_reference_name: name } = artifact
  const repo = artifact.repo_info
  const branch = artifact.git_commit_info?.branch
  return (
    <>
      <span className="text-text">
        <Fingerprint value={artifact.fingerprint} />
      </span>
      <span>
        Flow{' '}
        <Link to="/$org/flows/$flow/artifacts" params={{ org, flow }} className={linkClass}>
          {flow}
        </Link>
      </span>
      {trail !== null && (
        <span>
          Trail{' '}
          <Link
            to="/$org/flows/$flow/trails/$trail"
            params={{ org, flow, trail }}
            className={linkClass}
          >
            {trail}
          </Link>
        </span>
      )}
      {name && name !== artifact.filename && (
        <span>
          Reported as <span className="min-w-0 truncate text-text">{name}</span>
        </span>
      )}
      <span className="max-w-full text-text">{props.commit}</span>
      {branch && (
        <span className="max-w-full">
          Branch <span className="min-w-0 truncate text-text">{branch}</span>
        </span>
      )}
      {artifact.build_url && (
        <span>
          <span className="shrink-0">Built at</span> <SafeLink href={artifact.build_url} />
        </span>
      )}
      {repo?.name && (
        <span>
          Repository{' '}
          {repo.url ? <SafeLink href={repo.url}>{repo.name}</SafeLink> : <span>{repo.name}</span>}
        </span>
      )}
      <span>
        Reported <TimeAgo at={artifact.created_at} suffix />
      </span>
    </>
  )
}

/** What the reporter said of an artifact besides: links and annotations; nothing if there is none. */
export function DetailsCard(props: { artifact: Artifact }) {
  const links = Object.entries(props.artifact.external_urls)
  const notes = Object.entries(props.artifact.annotations)
  if (links.length + notes.length === 0) return null
  return (
    <Card title="Annotations and links">
      <div className="border-t border-line px-4 py-3">
        <DescriptionList>
          {notes.map(([label, value]) => (
            <DescriptionItem key={`annotation/${label}`} label={label}>
              <ReportedValue value={value} />
            </DescriptionItem>
          ))}
          {links.map(([label, value]) => (
            <DescriptionItem key={`link/${label}`} label={label}>
              <ReportedLink label={label} value={value} />
            </DescriptionItem>
          ))}
        </DescriptionList>
      </div>
    </Card>
  )
}

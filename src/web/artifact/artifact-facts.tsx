import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Artifact } from '#contract/artifact/artifact.ts'
import { partsOfArtifactName } from '#domain/artifact/artifact-name.ts'
import { buildLabel } from '#web/domain-ui/build-label.ts'
import { Fingerprint } from '#web/domain-ui/fingerprint.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { ReportedLink, ReportedValue } from '#web/domain-ui/reported-value.tsx'
import { SafeLink, safeUrl } from '#web/ui/safe-link.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

/** An artifact's facts, in a line under its name; `commit` is how its commit shows. */
export function ArtifactFacts(props: { org: string; artifact: Artifact; commit: ReactNode }) {
  const { org, artifact } = props
  const { flow_name: flow, trail_name: trail, template_reference_name: reportedAs } = artifact
  const { registry, name } = partsOfArtifactName(artifact.filename)
  const branch = artifact.git_commit_info?.branch
  return (
    <>
      <span className="text-text">
        <Fingerprint value={artifact.fingerprint} />
      </span>
      {trail !== null && (
        <span>
          Trail{' '}
          <Link
            to="/$org/flows/$flow/trails/$trail"
            params={{ org, flow, trail }}
            className="min-w-0 truncate text-text hover:underline"
          >
            {trail}
          </Link>
        </span>
      )}
      {reportedAs && reportedAs !== name && (
        <span>
          Reported as <span className="min-w-0 truncate text-text">{reportedAs}</span>
        </span>
      )}
      <span className="max-w-full text-text">{props.commit}</span>
      {branch && (
        <span className="max-w-full">
          Branch <span className="min-w-0 truncate text-text">{branch}</span>
        </span>
      )}
      <span>
        Built{' '}
        <span className="font-medium text-text">
          <TimeAgo at={artifact.created_at} suffix />
        </span>
      </span>
      <BuildLink url={artifact.build_url} />
      <Repository repo={artifact.repo_info} />
      {registry && <span className="max-w-full">from {registry}</span>}
    </>
  )
}

/** The way to the build, where its address is one of the web: "Pipeline 480703". */
function BuildLink({ url: text }: { url: string }) {
  const url = safeUrl(text)
  return (
    url && (
      <span>
        <SafeLink href={text}>{buildLabel(url)}</SafeLink>
      </span>
    )
  )
}

function Repository({ repo }: { repo: Artifact['repo_info'] }) {
  if (!repo?.name) return null
  return (
    <span>
      Repository{' '}
      {repo.url ? <SafeLink href={repo.url}>{repo.name}</SafeLink> : <span>{repo.name}</span>}
    </span>
  )
}

/** The reporter's links and annotations of an artifact; nothing if there is none. */
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

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ArtifactSummary } from '#contract/artifact/artifact.ts'
import { commitOf } from '#web/artifact/commit.ts'
import { artifactsNamedQuery } from '#web/artifact/queries.ts'
import { CommitHash } from '#web/domain-ui/fingerprint.tsx'
import { VerdictLabel, verdictOfState } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

const maxShown = 8

/** The commits that were built last, to tick; nothing where nothing was built. */
export default function RecentCommits(props: {
  org: string
  isTicked: (commit: string) => boolean
  onToggle: (commit: string) => void
}) {
  const { org, isTicked, onToggle } = props
  const { data } = useQuery(artifactsNamedQuery(org, ''))
  const builds = newestOfCommits(data?.data ?? []).slice(0, maxShown)
  if (builds.length === 0) return null
  return (
    <Card title="Recent commits" remark="built last; tick to add, or open one">
      <SmallTable
        caption="Recent commits"
        columns={[
          { heading: 'Commit', width: '8.25rem' },
          { heading: 'Message' },
          { heading: 'Flow', width: '20%' },
          { heading: 'Artifact is', width: '12.5rem' },
          { heading: 'Built', width: '5.5rem', isNumber: true },
        ]}
        className="border-t border-line max-md:border-0"
      >
        {builds.map((build) => {
          const { sha1, message } = commitOf(build)
          const subject = message?.split('\n', 1)[0] || 'No message'
          return (
            <tr key={build.git_commit} role="row">
              <td role="cell" className="max-md:-order-1">
                <span className="flex items-center gap-3">
                  <Checkbox
                    checked={isTicked(build.git_commit)}
                    onChange={() => onToggle(build.git_commit)}
                    aria-label={`Add ${build.git_commit.slice(0, 7)}`}
                  />
                  <CommitHash sha1={sha1} />
                </span>
              </td>
              <td role="cell" className="max-md:w-full" title={subject}>
                <Link
                  to="/$org/attestations"
                  params={{ org }}
                  search={{ commit_list: [build.git_commit] }}
                  className="font-medium text-text hover:underline max-md:-my-3 max-md:py-3"
                >
                  {subject}
                </Link>
              </td>
              <td role="cell" className="text-muted" title={build.flow_name}>
                {build.flow_name}
              </td>
              <td role="cell">
                <VerdictLabel verdict={verdictOfState[build.state]} qualifiers={build.qualifiers} />
              </td>
              <td role="cell" className="text-right max-md:ml-auto" data-number>
                <TimeAgo at={build.created_at} />
              </td>
            </tr>
          )
        })}
      </SmallTable>
    </Card>
  )
}

/** Of each commit the newest artifact; those without a commit are left out. */
function newestOfCommits(artifacts: readonly ArtifactSummary[]): ArtifactSummary[] {
  const seen = new Set([''])
  return artifacts.filter(({ git_commit }) => {
    const isFirst = !seen.has(git_commit)
    seen.add(git_commit)
    return isFirst
  })
}

import type { Build, BuildSummary } from '#contract/build/build.ts'
import type { RepoInfo } from '#contract/common/git.ts'
import { byOverrides } from '#domain/verdict/qualifiers.ts'
import type { Links } from '#server/platform/links.ts'
import type { BuildRow } from './queries.ts'

/** The repository as known now, else as reported; null without one. */
function repoOf(row: BuildRow): Build['repo_info'] {
  const reported = row.repo_info as RepoInfo | null
  const name = row.repo_name ?? reported?.name ?? ''
  const repo_id = row.repo_external_id ?? reported?.id ?? ''
  return name || repo_id ? { name, repo_id } : null
}

/** Serializes a build for the public API. */
export function buildItem(links: Links, org: string, row: BuildRow): Build {
  const { created_at, fingerprint, flow_name, flow_archived, trail_name } = row
  const call = (noun: string, ...rest: string[]) => ({
    href: links.api(noun, org, [flow_name, ...rest], flow_archived),
  })
  return {
    created_at,
    fingerprint,
    flow_name,
    flow_archived,
    trail_name,
    repo_info: repoOf(row),
    _links: {
      self: call('artifacts', 'fingerprint', fingerprint),
      ...(trail_name !== null && { trail: call('trails', trail_name) }),
      html: { href: links.artifact(org, flow_name, fingerprint, row.id) },
    },
  }
}

/** Serializes a build for the dashboard. */
export function buildSummaryOf(
  row: BuildRow,
  status: Pick<BuildSummary, 'state' | 'running_in'>,
): BuildSummary {
  return {
    artifact_id: row.id,
    filename: row.filename,
    fingerprint: row.fingerprint,
    flow_name: row.flow_name,
    flow_archived: row.flow_archived,
    trail_name: row.trail_name,
    repo_info: repoOf(row),
    qualifiers: byOverrides(row.override_ids.length),
    created_at: row.created_at,
    ...status,
  }
}

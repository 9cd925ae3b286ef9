import type { Artifact } from '#contract/artifact.ts'
import { patterns } from '#contract/common.ts'
import { acceptArtifact } from '../change/accept-artifact.ts'
import { artifactStateOf } from '../change/artifact-state.ts'
import { artifactOfPath, flowOfPath, reposOfName } from '../change/path.ts'
import { write } from '../change/write.ts'
import type { Handlers, OrgContext } from '../handler.ts'
import { notFound, refusedField } from '../problem.ts'
import { artifactItem } from './item.ts'
import {
  type ListedArtifact,
  latestCommit,
  listArtifactRows,
  listByCommit,
} from './list-queries.ts'

async function items(context: OrgContext, rows: ListedArtifact[]): Promise<Artifact[]> {
  const { org, orgName, links, clock } = context
  const list: Artifact[] = []
  for (const row of rows) {
    const judged = await artifactStateOf(org, row, { template_id: row.flow_template_id }, clock())
    list.push(artifactItem(links, orgName, row, judged))
  }
  return list
}

export const artifactHandlers = {
  async reportArtifact(context, { params, body }) {
    await write(context, (w) => acceptArtifact(w, params.flow_name, body))
    return 'OK'
  },

  async getArtifact(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const artifact = await artifactOfPath(context, flow, params.fingerprint, query.trail)
    const judged = await artifactStateOf(context.org, artifact, flow, context.clock())
    const row = { ...artifact, flow_name: flow.name }
    return artifactItem(context.links, context.orgName, row, judged)
  },

  async listArtifactsOfCommit(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const sha = params.git_commit
    if (!patterns.anyCommit.test(sha)) {
      const reason = `String should match pattern '${patterns.anyCommit.source}'`
      throw refusedField('git_commit', reason, sha)
    }
    const rows = await listByCommit(context.org, flow.id, sha, query.trail ?? null)
    if (rows.length === 0) {
      throw notFound(
        `Artifact with git commit '${sha}' does not exist in flow '${flow.name}' belonging to organization '${context.orgName}'`,
      )
    }
    return items(context, rows)
  },

  async getLatestCommit(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const { fingerprint } = await artifactOfPath(context, flow, params.fingerprint)
    const branch = query.branch ?? null
    return { latest_commit: await latestCommit(context.org, flow.id, fingerprint, branch) }
  },

  async listArtifacts(context, { query }) {
    const { flow_name, repo_name } = query
    const flow = flow_name ? await flowOfPath(context, flow_name) : null
    const repoIds = repo_name ? await reposOfName(context, repo_name) : null
    const filters = { flowId: flow?.id ?? null, repoIds }
    return items(context, await listArtifactRows(context.org, filters, query))
  },
} satisfies Partial<Handlers>

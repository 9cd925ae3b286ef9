import type { Artifact } from '#contract/artifact.ts'
import { acceptArtifact } from '../change/accept-artifact.ts'
import { artifactStateOf } from '../change/artifact-state.ts'
import { artifactOfPath, flowOfPath } from '../change/path.ts'
import { write } from '../change/write.ts'
import type { Handlers } from '../handler.ts'

export const artifactHandlers = {
  async reportArtifact(context, { params, body }) {
    await write(context, (w) => acceptArtifact(w, params.flow_name, body))
    return 'OK'
  },

  async getArtifact(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const artifact = await artifactOfPath(context, flow, params.fingerprint, query.trail)
    const { state, history } = await artifactStateOf(context.org, artifact, flow, context.clock())
    return {
      artifact_id: artifact.id,
      filename: artifact.filename,
      fingerprint: artifact.fingerprint,
      flow_name: flow.name,
      trail_name: artifact.trail_name,
      template_reference_name: artifact.template_reference_name,
      git_commit: artifact.git_commit,
      git_commit_info: artifact.git_commit_info as Artifact['git_commit_info'],
      commit_url: artifact.commit_url,
      build_url: artifact.build_url,
      html_url: context.links.artifact(
        context.orgName,
        flow.name,
        artifact.fingerprint,
        artifact.id,
      ),
      state,
      created_at: artifact.created_at,
      running: [],
      exited: [],
      history,
      repo_info: artifact.repo_info as Artifact['repo_info'],
      external_urls: (artifact.external_urls ?? {}) as Artifact['external_urls'],
      annotations: (artifact.annotations ?? {}) as Artifact['annotations'],
    }
  },
} satisfies Partial<Handlers>

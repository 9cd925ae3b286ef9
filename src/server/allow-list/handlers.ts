import { environmentOfPath } from '#server/environment/load-environment.ts'
import { Answer } from '#server/request/answer.ts'
import type { Handlers } from '#server/request/handler.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { allowArtifact, disallowArtifact } from './allow-artifact.ts'
import { listAllowed } from './queries.ts'

export const allowListHandlers = {
  async allowArtifact(context, { params, body }) {
    const outcome = await inUnitOfWork(context, (w) => allowArtifact(w, params.env_name, body))
    return new Answer(outcome === 'added' ? 201 : 200, 'OK')
  },

  async listAllowedArtifacts(context, { params }) {
    const { id } = await environmentOfPath(context, params.env_name)
    return (await listAllowed(context.org, id)).map((row) => ({
      artifact_fingerprint: row.fingerprint,
      artifact_name: row.name,
      description: row.description,
      created_by: row.created_by,
      created_at: row.created_at,
      is_running: row.is_running,
      expires_at: row.expires_at,
    }))
  },

  async disallowArtifact(context, { params }) {
    await inUnitOfWork(context, (w) => disallowArtifact(w, params.env_name, params.fingerprint))
    return 'OK'
  },
} satisfies Partial<Handlers>

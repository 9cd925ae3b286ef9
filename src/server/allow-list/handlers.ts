import { allowArtifact, disallowArtifact } from '../change/allow-artifact.ts'
import { environmentOfPath } from '../change/environment-path.ts'
import { write } from '../change/write.ts'
import { Answer, type Handlers } from '../handler.ts'
import { listAllowed } from './queries.ts'

export const allowListHandlers = {
  async allowArtifact(context, { params, body }) {
    const outcome = await write(context, (w) => allowArtifact(w, params.env_name, body))
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
    await write(context, (w) => disallowArtifact(w, params.env_name, params.fingerprint))
    return 'OK'
  },
} satisfies Partial<Handlers>

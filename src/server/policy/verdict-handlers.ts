import { assertArtifact } from '../change/assert-artifact.ts'
import { canDeploy } from '../change/can-deploy.ts'
import { readArtifactVerdict, readEnvironmentVerdict } from '../change/read-verdict.ts'
import type { Handlers } from '../handler.ts'

export const verdictHandlers = {
  assertArtifact: (context, { params, query }) =>
    assertArtifact(context, params.fingerprint, query),

  getEnvironmentVerdict: (context, { params, query }) =>
    readEnvironmentVerdict(context, params.env_name, query.snapshot || null),

  getArtifactVerdict: (context, { params, query }) =>
    readArtifactVerdict(context, params.env_name, query),

  canDeploy: (context, { query }) => canDeploy(context, query),
} satisfies Partial<Handlers>

import { assertArtifact } from './assert-artifact.ts'
import { canDeploy } from './can-deploy.ts'
import { readArtifactVerdict, readEnvironmentVerdict } from './read-verdict.ts'
import type { Handlers } from '#server/request/handler.ts'

export const verdictHandlers = {
  assertArtifact: (context, { params, query }) =>
    assertArtifact(context, params.fingerprint, query),

  getEnvironmentVerdict: (context, { params, query }) =>
    readEnvironmentVerdict(context, params.env_name, query.snapshot || null),

  getArtifactVerdict: (context, { params, query }) =>
    readArtifactVerdict(context, params.env_name, query),

  canDeploy: (context, { query }) => canDeploy(context, query),
} satisfies Partial<Handlers>

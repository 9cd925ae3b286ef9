import { artifactHandlers } from './artifact/handlers.ts'
import { attestationHandlers } from './attestation/handlers.ts'
import { flowHandlers } from './flow/handlers.ts'
import type { Handlers } from './handler.ts'
import { openapiHandlers } from './openapi-handlers.ts'
import { recordHandlers } from './record/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { templateHandlers } from './template/handlers.ts'
import { trailHandlers } from './trail/handlers.ts'

/** What serves each endpoint: one that is missing does not compile. */
export const handlers: Handlers = {
  ...artifactHandlers,
  ...attestationHandlers,
  ...flowHandlers,
  ...openapiHandlers,
  ...recordHandlers,
  ...sessionHandlers,
  ...templateHandlers,
  ...trailHandlers,
}

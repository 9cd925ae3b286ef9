import { allowListHandlers } from './allow-list/handlers.ts'
import { archivedHandlers, reachingArchive } from './archived-handlers.ts'
import { artifactHandlers } from './artifact/handlers.ts'
import { decisionHandlers } from './attestation/decision-handlers.ts'
import { decisionPageHandlers } from './attestation/decision-page-handlers.ts'
import { explorerHandlers } from './attestation/explorer-handlers.ts'
import { attestationHandlers } from './attestation/handlers.ts'
import { auditPackageHandlers } from './audit-package/handlers.ts'
import { buildHandlers } from './build/handlers.ts'
import { controlHandlers } from './control/handlers.ts'
import { controlImportHandlers } from './control/import-handlers.ts'
import { controlPageHandlers } from './control/page-handlers.ts'
import { requirementHandlers } from './control/requirement-handlers.ts'
import { customTypeHandlers } from './custom-type/handlers.ts'
import { environmentHandlers } from './environment/handlers.ts'
import { flowHandlers } from './flow/handlers.ts'
import type { Handlers, OwnHandlers } from './handler.ts'
import { memberHandlers } from './member/handlers.ts'
import { deliveryHandlers } from './notification/delivery-handlers.ts'
import { draftHandlers } from './notification/draft-handlers.ts'
import { notificationExportHandlers } from './notification/export-handlers.ts'
import { notificationHandlers } from './notification/handlers.ts'
import { notificationPageHandlers } from './notification/page-handlers.ts'
import { openapiHandlers } from './openapi-handlers.ts'
import { organizationHandlers } from './organization/handlers.ts'
import { overviewHandlers } from './overview/handlers.ts'
import { overrideHandlers } from './override/handlers.ts'
import { registerHandlers } from './override/register-handlers.ts'
import { policyEffectHandlers } from './policy/effect-handlers.ts'
import { policyHandlers } from './policy/handlers.ts'
import { policyPageHandlers } from './policy/page-handlers.ts'
import { verdictHandlers } from './policy/verdict-handlers.ts'
import { preferenceHandlers } from './preference/handlers.ts'
import { auditHandlers } from './record/audit-handlers.ts'
import { recordHandlers } from './record/handlers.ts'
import { repoHandlers } from './repo/handlers.ts'
import { runningHandlers } from './running/handlers.ts'
import { searchHandlers } from './search/handlers.ts'
import { serviceAccountHandlers } from './service-account/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { keyHandlers } from './session/key-handlers.ts'
import { userHandlers } from './session/user-handlers.ts'
import { snapshotHandlers } from './snapshot/handlers.ts'
import { logHandlers } from './snapshot/log-handlers.ts'
import { snapshotPageHandlers } from './snapshot/page-handlers.ts'
import { spaceHandlers } from './space/handlers.ts'
import { templateHandlers } from './template/handlers.ts'
import { viewHandlers } from './view/handlers.ts'
import { trailHandlers } from './trail/handlers.ts'
import { trailPageHandlers } from './trail/page-handlers.ts'
import { statisticsHandlers } from './trail/statistics-handlers.ts'

/** What serves each endpoint: one that is missing does not compile. */
const own: OwnHandlers = {
  ...allowListHandlers,
  ...artifactHandlers,
  ...attestationHandlers,
  ...explorerHandlers,
  ...auditPackageHandlers,
  ...buildHandlers,
  ...controlHandlers,
  ...controlPageHandlers,
  ...controlImportHandlers,
  ...requirementHandlers,
  ...customTypeHandlers,
  ...decisionHandlers,
  ...decisionPageHandlers,
  ...environmentHandlers,
  ...flowHandlers,
  ...memberHandlers,
  ...deliveryHandlers,
  ...draftHandlers,
  ...notificationHandlers,
  ...notificationPageHandlers,
  ...notificationExportHandlers,
  ...openapiHandlers,
  ...organizationHandlers,
  ...overrideHandlers,
  ...registerHandlers,
  ...overviewHandlers,
  ...policyEffectHandlers,
  ...policyHandlers,
  ...policyPageHandlers,
  ...verdictHandlers,
  ...preferenceHandlers,
  ...recordHandlers,
  ...auditHandlers,
  ...repoHandlers,
  ...runningHandlers,
  ...searchHandlers,
  ...serviceAccountHandlers,
  ...sessionHandlers,
  ...keyHandlers,
  ...userHandlers,
  ...snapshotHandlers,
  ...logHandlers,
  ...snapshotPageHandlers,
  ...spaceHandlers,
  ...templateHandlers,
  ...trailHandlers,
  ...viewHandlers,
  ...trailPageHandlers,
  ...statisticsHandlers,
}

/** The own handlers, and what they are in the archive. */
export const handlers: Handlers = { ...reachingArchive(own), ...archivedHandlers(own) }

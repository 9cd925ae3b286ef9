import { dashboardEndpoints } from '#contract/dashboard-endpoints.ts'
import type { openapi } from '#contract/openapi/document.ts'
import { publicEndpoints } from '#contract/public-endpoints.ts'
import { allowListHandlers } from './allow-list/handlers.ts'
import { keyHandlers } from './api-key/handlers.ts'
import { artifactHandlers } from './artifact/handlers.ts'
import { runningHandlers } from './artifact/running-handlers.ts'
import { explorerHandlers } from './attestation/explorer-handlers.ts'
import { attestationHandlers } from './attestation/handlers.ts'
import { auditHandlers } from './audit-log/handlers.ts'
import { auditPackageHandlers } from './audit-package/handlers.ts'
import { buildHandlers } from './build/handlers.ts'
import { controlHandlers, controlPageHandlers, controlImportHandlers } from './control/handlers.ts'
import { requirementHandlers } from './control/requirement-handlers.ts'
import { customTypeHandlers } from './custom-type/handlers.ts'
import { decisionHandlers, decisionPageHandlers } from './decision/handlers.ts'
import { deploymentHandlers } from './deployment/handlers.ts'
import { environmentHandlers } from './environment/handlers.ts'
import { eventHandlers } from './event/handlers.ts'
import { flowHandlers } from './flow/handlers.ts'
import { liveUpdateHandlers } from './live-updates/handlers.ts'
import { memberHandlers } from './member/handlers.ts'
import { deliveryHandlers } from './notification/delivery/handlers.ts'
import {
  notificationHandlers,
  notificationPageHandlers,
  notificationExportHandlers,
} from './notification/handlers.ts'
import { draftHandlers } from './notification/preview/handlers.ts'
import { organizationHandlers } from './organization/handlers.ts'
import { exceptionHandlers } from './exception/handlers.ts'
import { overrideHandlers, registerHandlers } from './override/handlers.ts'
import { overviewHandlers } from './overview/handlers.ts'
import { madeOnce } from './platform/made-once.ts'
import { policyEffectHandlers, policyHandlers, policyPageHandlers } from './policy/handlers.ts'
import { repoHandlers } from './repo/handlers.ts'
import { Answer, type Handlers } from './request/handler.ts'
import { retentionHandlers } from './retention/handlers.ts'
import { viewHandlers } from './saved-view/handlers.ts'
import { searchHandlers } from './search/handlers.ts'
import { serviceAccountHandlers } from './service-account/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { snapshotHandlers, snapshotPageHandlers } from './snapshot/handlers.ts'
import { spaceHandlers } from './space/handlers.ts'
import { tagHandlers } from './tag/handlers.ts'
import { templateHandlers } from './template/handlers.ts'
import { trailHandlers, trailPageHandlers } from './trail/handlers.ts'
import { matrixHandlers } from './trail/matrix-handlers.ts'
import { statisticsHandlers } from './trail/statistics-handlers.ts'
import { preferenceHandlers, userHandlers } from './user/handlers.ts'
import { verdictHandlers } from './verdict/handlers.ts'

/** Defers making a document, and its bytes, until it is first requested. */
const documentOf = (...of: Parameters<typeof openapi>) =>
  madeOnce(async () => {
    const { openapi } = await import('#contract/openapi/document.ts')
    const document = openapi(...of)
    return new Answer(200, document, {}, Buffer.from(JSON.stringify(document)))
  })

const openapiHandlers = {
  getOpenapi: documentOf(publicEndpoints),
  getDashboardOpenapi: documentOf(dashboardEndpoints, 'Cairn, the dashboard’s own endpoints'),
} satisfies Partial<Handlers>

/** Handlers by endpoint: a missing one does not compile. */
export const handlers: Handlers = {
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
  ...deploymentHandlers,
  ...environmentHandlers,
  ...eventHandlers,
  ...exceptionHandlers,
  ...flowHandlers,
  ...memberHandlers,
  ...deliveryHandlers,
  ...draftHandlers,
  ...notificationHandlers,
  ...notificationPageHandlers,
  ...notificationExportHandlers,
  ...openapiHandlers,
  ...organizationHandlers,
  ...retentionHandlers,
  ...overrideHandlers,
  ...registerHandlers,
  ...overviewHandlers,
  ...policyEffectHandlers,
  ...policyHandlers,
  ...policyPageHandlers,
  ...verdictHandlers,
  ...preferenceHandlers,
  ...liveUpdateHandlers,
  ...auditHandlers,
  ...repoHandlers,
  ...runningHandlers,
  ...searchHandlers,
  ...serviceAccountHandlers,
  ...sessionHandlers,
  ...keyHandlers,
  ...userHandlers,
  ...snapshotHandlers,
  ...snapshotPageHandlers,
  ...spaceHandlers,
  ...tagHandlers,
  ...templateHandlers,
  ...trailHandlers,
  ...viewHandlers,
  ...trailPageHandlers,
  ...matrixHandlers,
  ...statisticsHandlers,
}

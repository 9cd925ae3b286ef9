import type { Endpoint, EndpointText } from '#contract/common/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { allowListTexts } from '#contract/allow-list/allow-list.ts'
import { artifactTexts } from '#contract/artifact/artifact.ts'
import { environmentsOfArtifactTexts } from '#contract/artifact/environments-of-artifact.ts'
import { attestationReportTexts } from '#contract/attestation/attestation-report.ts'
import { attestationTexts } from '#contract/attestation/attestation.ts'
import { explorerTexts, previousRunTexts } from '#contract/attestation/explorer.ts'
import { evidenceSummaryTexts } from '#contract/attestation/evidence-summary.ts'
import { auditLogTexts } from '#contract/audit-log/audit-log.ts'
import { auditPackageTexts } from '#contract/audit-package/audit-package.ts'
import { buildTexts } from '#contract/build/build.ts'
import { controlImportTexts } from '#contract/control/control-import.ts'
import { controlPageTexts } from '#contract/control/control-page.ts'
import { controlTexts } from '#contract/control/control.ts'
import { requirementTexts } from '#contract/control/requirement.ts'
import { customTypeTexts } from '#contract/custom-type/custom-type.ts'
import { decisionTexts } from '#contract/decision/decision.ts'
import { deploymentTexts } from '#contract/deployment/deployment.ts'
import { serviceTexts } from '#contract/deployment/deployed-service.ts'
import { environmentReportTexts } from '#contract/environment/environment-report.ts'
import { environmentTexts } from '#contract/environment/environment.ts'
import { environmentListTexts } from '#contract/environment/environment-list.ts'
import { eventTexts } from '#contract/event/event.ts'
import { flowStatisticsTexts } from '#contract/flow/flow-statistics.ts'
import { flowTexts } from '#contract/flow/flow.ts'
import { liveUpdatesTexts } from '#contract/live-updates/live-updates.ts'
import { memberTexts } from '#contract/member/member.ts'
import { deliveryTexts } from '#contract/notification/delivery.ts'
import { draftTexts } from '#contract/notification/draft.ts'
import { notificationPageTexts } from '#contract/notification/notification-page.ts'
import { notificationTexts } from '#contract/notification/notification.ts'
import { organizationSettingsTexts } from '#contract/organization/organization-settings.ts'
import { retentionSettingsTexts } from '#contract/organization/retention-settings.ts'
import { deleteOrganizationTexts } from '#contract/organization/delete-organization.ts'
import { signInSettingsTexts } from '#contract/organization/sign-in-settings.ts'
import { exceptionReviewTexts } from '#contract/exception/exception-review.ts'
import { exceptionTexts } from '#contract/exception/exception.ts'
import { bulkOverrideTexts } from '#contract/override/bulk-override.ts'
import { overrideEffectTexts } from '#contract/override/override-effect.ts'
import { allowanceProposalTexts } from '#contract/allow-list/allowance-proposal.ts'
import { overrideProposalTexts } from '#contract/override/override-proposal.ts'
import { overrideTexts } from '#contract/override/override.ts'
import { overviewTexts } from '#contract/overview/overview.ts'
import { policyEffectTexts } from '#contract/policy/policy-effect.ts'
import { policyPageTexts } from '#contract/policy/policy-page.ts'
import { policyTexts } from '#contract/policy/policy.ts'
import { publicEndpointsTexts } from '#contract/public-endpoints.ts'
import { repoTexts } from '#contract/repo/repo.ts'
import { savedViewTexts } from '#contract/saved-view/saved-view.ts'
import { recordSearchTexts } from '#contract/search/record-search.ts'
import { searchTexts } from '#contract/search/search.ts'
import { serviceAccountTexts } from '#contract/service-account/service-account.ts'
import { sessionTexts } from '#contract/session/session.ts'
import { comparisonTexts } from '#contract/snapshot/comparison.ts'
import { snapshotPageTexts } from '#contract/snapshot/snapshot-page.ts'
import { snapshotTexts } from '#contract/snapshot/snapshot.ts'
import { spaceTexts } from '#contract/space/space.ts'
import { tagTexts } from '#contract/tag/tag.ts'
import { templateVersionTexts } from '#contract/template/template.ts'
import { trailPageTexts } from '#contract/trail/trail-page.ts'
import { trailTexts } from '#contract/trail/trail.ts'
import { ownAccountTexts } from '#contract/user/own-account.ts'
import { userTexts } from '#contract/user/user.ts'
import { assertionTexts } from '#contract/verdict/assertion.ts'
import { verdictHistoryTexts } from '#contract/verdict/verdict-history.ts'
import { verdictTexts } from '#contract/verdict/verdict.ts'

/** Texts of all endpoints in the API reference; the compiler names an endpoint without one. */
export const endpointTexts: Record<EndpointName, EndpointText> = {
  ...allowListTexts,
  ...artifactTexts,
  ...environmentsOfArtifactTexts,
  ...attestationReportTexts,
  ...attestationTexts,
  ...explorerTexts,
  ...previousRunTexts,
  ...evidenceSummaryTexts,
  ...auditLogTexts,
  ...auditPackageTexts,
  ...buildTexts,
  ...controlImportTexts,
  ...controlPageTexts,
  ...controlTexts,
  ...requirementTexts,
  ...customTypeTexts,
  ...decisionTexts,
  ...deploymentTexts,
  ...serviceTexts,
  ...environmentReportTexts,
  ...environmentTexts,
  ...environmentListTexts,
  ...eventTexts,
  ...flowStatisticsTexts,
  ...flowTexts,
  ...liveUpdatesTexts,
  ...memberTexts,
  ...deliveryTexts,
  ...draftTexts,
  ...notificationPageTexts,
  ...notificationTexts,
  ...organizationSettingsTexts,
  ...retentionSettingsTexts,
  ...signInSettingsTexts,
  ...deleteOrganizationTexts,
  ...exceptionReviewTexts,
  ...exceptionTexts,
  ...bulkOverrideTexts,
  ...overrideEffectTexts,
  ...overrideProposalTexts,
  ...allowanceProposalTexts,
  ...overrideTexts,
  ...overviewTexts,
  ...policyEffectTexts,
  ...policyPageTexts,
  ...policyTexts,
  ...publicEndpointsTexts,
  ...repoTexts,
  ...savedViewTexts,
  ...recordSearchTexts,
  ...searchTexts,
  ...serviceAccountTexts,
  ...sessionTexts,
  ...comparisonTexts,
  ...snapshotPageTexts,
  ...snapshotTexts,
  ...spaceTexts,
  ...tagTexts,
  ...templateVersionTexts,
  ...trailPageTexts,
  ...trailTexts,
  ...ownAccountTexts,
  ...userTexts,
  ...assertionTexts,
  ...verdictHistoryTexts,
  ...verdictTexts,
}

/** Returns what the API reference says of an endpoint of the contract. */
export const textOf = ({ name }: Endpoint) => endpointTexts[name as EndpointName]

import { verdictOfRules } from '#domain/attestation/attestation-verdict.ts'
import type { CustomOutcome } from '#server/database/tables/evidence.ts'
import { notFound, fieldProblem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { evaluate } from '#server/sandbox/evaluate.ts'
import type { Draft } from '#server/sandbox/step.ts'
import { requireCustomType } from './load-custom-type.ts'
import { findNewestDefinition } from './queries.ts'

/** Result of evaluating custom evidence. */
interface CustomOutcomeResult {
  is_compliant: boolean
  outcome: CustomOutcome
}

/**
 * Evaluates custom evidence by the newest version of its type.
 * @param raw the payload as sent
 * @throws Problem 404 for an unknown or archived type, 400 if the data violates the schema
 */
export async function evaluateCustomAttestation(
  context: OrgContext,
  name: string,
  raw: string,
): Promise<CustomOutcomeResult> {
  const { org, sandbox } = context
  const definition = await findNewestDefinition(org, name)
  requireCustomType(context, name, definition)
  if (definition.archived_at !== null) {
    throw notFound(`Custom attestation type '${name}' has been archived`, 'custom_type_archived')
  }
  const { violations, ...outcome } = await evaluate(
    sandbox,
    { organization: org.orgId, type: name },
    { ...definition, draft: definition.draft as Draft | null },
    { json: raw, member: 'attestation_data' },
  )
  if (violations.length > 0) {
    const texts = violations.map(({ path, reason }) =>
      ['attestation_data', ...path].join('.').concat(' ', reason),
    )
    const { attestation_data } = JSON.parse(raw) as { attestation_data: unknown }
    throw fieldProblem('attestation_data', texts.join('; '), attestation_data)
  }
  return {
    is_compliant: verdictOfRules(outcome.rule_results),
    outcome: { type_version: definition.version, ...outcome },
  }
}

import { validationFailed } from '#contract/problem.ts'
import { verdictOfRules } from '#domain/verdict-of-attestation.ts'
import { findNewestDefinition } from '../custom-type/queries.ts'
import type { CustomOutcome } from '../database/tables/evidence.ts'
import type { OrgContext } from '../handler.ts'
import { notFound, Problem } from '../problem.ts'
import { evaluate } from '../sandbox/evaluate.ts'
import type { Draft } from '../sandbox/step.ts'
import { requireCustomType } from './custom-type-path.ts'

/** What came of custom evidence. */
interface Judged {
  is_compliant: boolean
  outcome: CustomOutcome
}

/**
 * Judges custom evidence by the newest version of its type (wire.md 23.2).
 * @param raw the payload as it was sent
 * @throws Problem 404 for an unknown or archived type, 400 where the data violates the schema
 */
export async function judgeCustom(context: OrgContext, name: string, raw: string): Promise<Judged> {
  const { org, sandbox } = context
  const definition = await findNewestDefinition(org, name)
  requireCustomType(context, name, definition)
  if (definition.archived_at !== null) {
    throw notFound(`Custom attestation type '${name}' has been archived`)
  }
  const { violations, ...outcome } = await evaluate(
    sandbox,
    `${org.orgId} ${name}`,
    { ...definition, draft: definition.draft as Draft | null },
    { json: raw, member: 'attestation_data' },
  )
  if (violations.length > 0) {
    const texts = violations.map(({ path, reason }) =>
      ['attestation_data', ...path].join('.').concat(' ', reason),
    )
    throw new Problem(400, validationFailed, { errors: { attestation_data: texts.join('; ') } })
  }
  return {
    is_compliant: verdictOfRules(outcome.rule_results),
    outcome: { type_version: definition.version, ...outcome },
  }
}

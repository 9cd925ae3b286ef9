import { proposalsPath } from '#contract/override-proposal.ts'
import { Problem } from '../problem.ts'
import { issueOverride } from './issue-override.ts'
import { type AskedOverride, weighOverride } from './weigh-override.ts'
import type { Write } from './write.ts'

/**
 * Accepts an override, which counts at once (specification 4.2, wire.md 11.1). @returns its id
 * @throws Problem 400 or 404, and 403 where a second person has to approve it
 */
export async function acceptOverride(write: Write, asked: AskedOverride): Promise<string> {
  const weighed = await weighOverride(write, asked)
  if (weighed.needs_approval) {
    const path = `/api/v2${proposalsPath.replace('{org}', write.orgName)}`
    throw new Problem(
      403,
      `Overrides on flow '${weighed.flow.name}' take the approval of a second person: ask for it by POST ${path}`,
    )
  }
  return (await issueOverride(write, asked, weighed)).id
}

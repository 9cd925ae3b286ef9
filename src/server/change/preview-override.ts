import type { OverrideImpact } from '#contract/override.ts'
import { issueOverride } from './issue-override.ts'
import { type AskedOverride, weighOverride } from './weigh-override.ts'
import type { Write } from './write.ts'

/**
 * Says what an override would flip, by making it: to be run as a dry run.
 * @throws Problem what making it would throw
 */
export async function previewOverride(write: Write, asked: AskedOverride): Promise<OverrideImpact> {
  const weighed = await weighOverride(write, asked)
  const { effect } = await issueOverride(write, asked, weighed)
  const { needs_approval, expires_at } = weighed
  return { ...effect, needs_approval, expires_at }
}

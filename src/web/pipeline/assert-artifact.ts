import { assertArtifact } from '#contract/verdict/assertion.ts'
import { curl } from '#web/api/curl.ts'
import type { PipelineCall } from '#web/ui/call-form.ts'
import { cliCommand } from './reporter-cli.ts'

/** The call by which a pipeline asks before it deploys; a No ends its step. */
export function assertCall(org: string, fingerprint: string, environment: string): PipelineCall {
  const query = curl(assertArtifact, {
    params: { org, fingerprint },
    query: { environment_name: environment },
  })
  return {
    cli: cliCommand(org, ['assert', 'artifact'], { fingerprint, environment }),
    // The answer is 200 either way: what it says decides.
    curl: `${query} | jq -e .compliant`,
  }
}

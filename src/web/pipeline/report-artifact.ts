import { reportArtifact } from '#contract/artifact/artifact.ts'
import { assertArtifact } from '#contract/verdict/assertion.ts'
import { curl, variable } from '#web/api/curl.ts'
import type { PipelineCall } from '#web/ui/call-form.ts'
import { cliCommand } from './reporter-cli.ts'

/** Names that a pipeline says itself, where a page does not know them. */
export const ownFlow = variable('FLOW', 'name of the flow')
export const ownTrail = variable('TRAIL', 'name of the trail')
export const ownCommit = variable('GIT_COMMIT', 'commit that was built')

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

const name = variable('NAME', 'name of the artifact in the template')
const fingerprint = variable('FINGERPRINT', 'SHA-256 of the artifact')
const buildUrl = variable('BUILD_URL', 'address of the CI run')
const commitUrl = variable('COMMIT_URL', 'address of the commit')

/** Known facts of the build that a call reports; variables stand for the rest. */
interface ReportedBuild {
  flow?: string
  trail?: string
  /** Its name in the template of the flow. */
  templateName?: string
  filename?: string
  fingerprint?: string
  commit?: string | undefined
  buildUrl?: string | undefined
  commitUrl?: string | undefined
}

/** The call by which a pipeline reports what it has built. */
export function reportArtifactCall(org: string, build: ReportedBuild): PipelineCall {
  const known = {
    flow: build.flow ?? ownFlow,
    trail: build.trail ?? ownTrail,
    name: build.templateName ?? name,
    fingerprint: build.fingerprint || fingerprint,
    commit: build.commit || ownCommit,
    'build-url': build.buildUrl || buildUrl,
    'commit-url': build.commitUrl || commitUrl,
  }
  const filename = build.filename ?? known.name
  return {
    cli: cliCommand(org, ['attest', 'artifact', filename], known),
    curl: curl(reportArtifact, {
      params: { org, flow_name: known.flow },
      body: {
        fingerprint: known.fingerprint,
        filename,
        git_commit: known.commit,
        build_url: known['build-url'],
        commit_url: known['commit-url'],
        repo_url: '',
        template_reference_name: known.name,
        trail_name: known.trail,
      },
    }),
  }
}

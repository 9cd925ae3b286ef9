import { reportArtifact } from '#contract/artifact/artifact.ts'
import { curl, variable } from '#web/api/curl.ts'
import type { PipelineCall } from '#web/ui/call-form.ts'
import { ownCommit, ownFlow, ownTrail } from './own-names.ts'
import { cliCommand } from './reporter-cli.ts'

const name = variable('NAME', 'name of the artifact in the template')
const fingerprint = variable('FINGERPRINT', 'SHA-256 of the artifact')
const buildUrl = variable('BUILD_URL', 'address of the CI run')
const commitUrl = variable('COMMIT_URL', 'address of the commit')

/** Known facts of the build that a call reports; variables stand for the rest. */
export interface ReportedBuild {
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

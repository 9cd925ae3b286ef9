import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { flowName, resourceName } from '#contract/common/fields.ts'
import { commonPayload } from './types/common-payload.ts'
import { attestationTypes } from './types/index.ts'

function report<const K extends string, P extends z.core.$ZodLooseShape>(kind: K, payload: P) {
  return {
    method: 'POST',
    path: `/attestations/{org}/{flow_name}/trail/{trail_name}/${kind}`,
    access: 'member',
    params: z.object({ flow_name: flowName, trail_name: resourceName }),
    body: {
      kind: 'multipart',
      part: 'data_json',
      schema: z.object({ ...commonPayload, ...payload }),
      file: { name: 'attachment_file', keep: 'evidence' },
    },
    response: z.string(),
    status: [201],
  } as const
}

export const attestGeneric = endpoint({
  name: 'attestGeneric',
  ...report('generic', attestationTypes.generic.payload),
})

export const attestJunit = endpoint({
  name: 'attestJunit',
  ...report('junit', attestationTypes.junit.payload),
})

export const attestSnyk = endpoint({
  name: 'attestSnyk',
  ...report('snyk', attestationTypes.snyk.payload),
})

export const attestPullRequest = endpoint({
  name: 'attestPullRequest',
  ...report('pull_request', attestationTypes.pull_request.payload),
})

export const attestJira = endpoint({
  name: 'attestJira',
  ...report('jira', attestationTypes.jira.payload),
})

export const attestSonar = endpoint({
  name: 'attestSonar',
  ...report('sonar', attestationTypes.sonar.payload),
})

export const attestCustom = endpoint({
  name: 'attestCustom',
  ...report('custom', attestationTypes.custom.payload),
})

const systemReport = report('system', {})

export const attestDecision = endpoint({
  name: 'attestDecision',
  ...systemReport,
  body: {
    ...systemReport.body,
    schema: z.discriminatedUnion('type_name', [
      z.object({ ...commonPayload, ...attestationTypes['system:decision'].payload }),
      z.object({ ...commonPayload, ...attestationTypes['system:sbom'].payload }),
    ]),
  },
})

/** Texts of these endpoints in the API reference. */
export const attestationReportTexts = {
  attestGeneric: {
    summary: 'Report a generic attestation',
    description:
      'Records evidence whose result the caller states: `is_compliant` is true unless given. The attestation belongs to the artifact of `artifact_fingerprint`, else to the artifacts of `target_artifacts` built from the given commit, also those reported later, else to the trail. An unknown flow or trail is created, and one evidence file of up to 10 MB may come along.',
  },
  attestJunit: {
    summary: 'Report JUnit results',
    description:
      'Compliant if no suite has failures or errors; an empty list of suites is non-compliant. The JSON is sent in the part `data_json` (512 KiB at most), with one optional file of up to 10 MB in `attachment_file`. An unknown flow or trail is created; a fingerprint that was not reported on the trail is 404.',
    spec: '4.4',
  },
  attestSnyk: {
    summary: 'Report the findings of a Snyk scan',
    description:
      'Compliant if all counts of high, medium and low findings are 0. The results are returned as `processed_snyk_results` when the attestation is read. Scope, file and limits are those of a generic attestation.',
  },
  attestPullRequest: {
    summary: 'Report the pull requests of a commit',
    description:
      'Compliant if there is at least one pull request, whatever its state. `pull_requests` and the `approvers` of each may be null, which counts as an empty list. Scope, file and limits are those of a generic attestation.',
  },
  attestJira: {
    summary: 'Report the Jira issues of a change',
    description:
      'Compliant if there is at least one issue and every issue exists. Scope, file and limits are those of a generic attestation.',
  },
  attestSonar: {
    summary: 'Report a SonarQube analysis',
    description:
      'Compliant if the status of the quality gate is `OK`, in any case; without a quality gate it is non-compliant. Scope, file and limits are those of a generic attestation.',
  },
  attestCustom: {
    summary: 'Report evidence of a custom type: its schema and rules decide',
    description:
      'Checks `attestation_data` with the newest version of the custom type that `type_name` names. Data that violates the JSON schema is refused with 400 and the violations, and nothing is stored; otherwise it is compliant if every rule gives `true`, or if there are no rules. An unknown or archived type is 404.',
  },
  attestDecision: {
    summary:
      'Record a decision about a control, which need not be known, or a software bill of materials',
    description:
      'With `type_name` `decision` it records whether a control held, as compliant as `attestation_data.is_compliant` states; the control need not exist yet. With `type_name` `sbom` it stores a software bill of materials, which is compliant once it is accepted, since its content is not evaluated; its file is stored as sent.',
  },
} satisfies EndpointTexts

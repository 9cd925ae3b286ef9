import {
  attestCustom,
  attestDecision,
  attestGeneric,
  attestJira,
  attestJunit,
  attestPullRequest,
  attestSnyk,
  attestSonar,
} from '#contract/attestation/attestation-report.ts'
import type { AttestationKind } from '#contract/attestation/types/kind.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import type { EndpointName, Endpoints } from '#contract/endpoints.ts'
import { jsonVariable, variable } from '#web/api/curl.ts'
import type { CliFlags } from './reporter-cli.ts'

/** The last segment of a type's path. */
type SegmentOf<K extends AttestationKind> = K extends `${infer Segment}:${string}` ? Segment : K

/** The endpoint that takes reports of a type: the path says so. */
type ReportOf<K extends AttestationKind> = {
  [
    N in EndpointName
  ]: Endpoints[N]['path'] extends `/attestations/${string}/trail/{trail_name}/${SegmentOf<K>}`
    ? Endpoints[N]
    : never
}[EndpointName]

/** How results of a type get into a report: what was measured comes from variables of the shell. */
interface ResultsOf<K extends AttestationKind> {
  endpoint: ReportOf<K>
  /** The type's own fields of a report. */
  measured: Partial<BodyOf<ReportOf<K>>>
  /** The command of the reporter CLI that reads the results, and its own flags. */
  cli: { words: readonly string[]; flags: CliFlags }
}

const ownType = variable('TYPE', 'name of the custom type')
const ownControl = variable('CONTROL', 'identifier of the control')

/** Every attestation type; forgetting one does not compile. */
export const results: { [K in AttestationKind]: ResultsOf<K> } = {
  generic: {
    endpoint: attestGeneric,
    measured: { is_compliant: jsonVariable('COMPLIANT', 'true or false') },
    cli: {
      words: ['generic'],
      flags: {
        compliant: variable('COMPLIANT', 'true or false'),
        attachments: variable('EVIDENCE', 'file that shows it'),
      },
    },
  },
  snyk: {
    endpoint: attestSnyk,
    measured: { snyk_results: jsonVariable('SNYK_RESULTS', 'counts of the scan as JSON') },
    cli: {
      words: ['snyk'],
      flags: { 'scan-results': variable('SCAN', 'SARIF file of the scan') },
    },
  },
  jira: {
    endpoint: attestJira,
    measured: { jira_results: jsonVariable('JIRA_RESULTS', 'issues of the commit as JSON') },
    cli: {
      words: ['jira'],
      flags: {
        'jira-base-url': variable('JIRA_URL', 'address of Jira'),
        'jira-username': variable('JIRA_USERNAME', 'user of Jira'),
        'jira-api-token': variable('JIRA_API_TOKEN', 'token of Jira'),
      },
    },
  },
  custom: {
    endpoint: attestCustom,
    measured: {
      type_name: ownType,
      attestation_data: jsonVariable('DATA', 'what was measured as JSON'),
    },
    cli: {
      words: ['custom'],
      flags: { 'attestation-data': variable('DATA_FILE', 'JSON file of what was measured') },
    },
  },
  'system:sbom': {
    endpoint: attestDecision,
    measured: {
      type_name: 'sbom',
      attestation_data: jsonVariable('SBOM', 'format, fingerprint and document as JSON'),
    },
    cli: {
      words: ['sbom'],
      flags: { 'sbom-file': variable('SBOM_FILE', 'file in CycloneDX or SPDX') },
    },
  },
  junit: {
    endpoint: attestJunit,
    measured: { junit_results: jsonVariable('JUNIT_RESULTS', 'counts of the suites as JSON') },
    cli: {
      words: ['junit'],
      flags: { 'results-dir': variable('RESULTS_DIR', 'folder of the JUnit XML files') },
    },
  },
  pull_request: {
    endpoint: attestPullRequest,
    measured: {
      git_provider: 'github',
      pull_requests: jsonVariable('PULL_REQUESTS', 'pull requests of the commit as JSON'),
    },
    cli: {
      words: ['pullrequest', 'github'],
      flags: {
        'github-token': variable('GITHUB_TOKEN', 'token that reads pull requests'),
        'github-org': variable('GITHUB_ORG', 'owner of the repository'),
        repository: variable('REPOSITORY', 'name of the repository'),
      },
    },
  },
  sonar: {
    endpoint: attestSonar,
    measured: { sonar_results: jsonVariable('SONAR_RESULTS', 'results of the analysis as JSON') },
    cli: {
      words: ['sonar'],
      flags: {
        'sonar-api-token': variable('SONAR_TOKEN', 'token of SonarQube'),
        'sonar-working-dir': variable('SONAR_DIR', 'working folder of the scanner'),
      },
    },
  },
  'system:decision': {
    endpoint: attestDecision,
    measured: {
      type_name: 'decision',
      control: ownControl,
      attestation_data: { is_compliant: jsonVariable('COMPLIANT', 'true or false') },
    },
    cli: {
      words: ['decision'],
      flags: {
        control: ownControl,
        compliant: variable('COMPLIANT', 'true or false'),
        attachments: variable('EVIDENCE', 'file that shows it'),
      },
    },
  },
}

const account = 'needs an account at a third party'
const engine = 'needs a container engine or a cluster'
const local = 'does not talk to the service'

/** Commands that the reporter CLI keeps out of its help and still has. */
export const hiddenCommands = ['attest override', 'report artifact', 'snapshot server']

/** Commands that the journeys need not run, with the reason. */
export const exceptions: Record<string, string> = {
  completion: local,
  config: local,
  'evaluate input': local,
  fingerprint: local,
  help: local,
  version: local,
  'assert pullrequest azure': account,
  'assert pullrequest bitbucket': account,
  'assert pullrequest github': account,
  'assert pullrequest gitlab': account,
  'attest jira': account,
  'attest pullrequest azure': account,
  'attest pullrequest bitbucket': account,
  'attest pullrequest github': account,
  'attest pullrequest gitlab': account,
  'attest sonar': account,
  'snapshot azure': account,
  'snapshot cloud-run': account,
  'snapshot ecs': account,
  'snapshot lambda': account,
  'snapshot s3': account,
  'snapshot docker': engine,
  'snapshot k8s': engine,
}

/** Commands with which the CLI ends well whatever the service answers: nothing refuses them. */
export const expectedExitCodes = ['attach-policy', 'detach-policy']

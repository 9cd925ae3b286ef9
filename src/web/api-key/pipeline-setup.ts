/** Where a pipeline runs. */
export type PipelineHost = 'shell' | 'github' | 'gitlab'

export const pipelineHosts = [
  { value: 'shell', label: 'Shell' },
  { value: 'github', label: 'GitHub Actions' },
  { value: 'gitlab', label: 'GitLab CI' },
] as const satisfies readonly { value: PipelineHost; label: string }[]

/** How a pipeline gets to know the service, its organization, and a key that no file or history holds. */
export function pipelineSetup(
  at: PipelineHost,
  { host, org }: { host: string; org: string },
): { text: string; hint: string } {
  if (at === 'shell') {
    return {
      hint: 'read asks for the key without showing it or storing it in the shell history.',
      text: `export KOSLI_HOST=${host} KOSLI_ORG=${org}
read -rsp 'API key: ' KOSLI_API_TOKEN && export KOSLI_API_TOKEN CAIRN_KEY=$KOSLI_API_TOKEN`,
    }
  }
  if (at === 'github') {
    return {
      hint: 'Store the key as the secret KOSLI_API_TOKEN: Settings, Secrets and variables, Actions.',
      text: `env:
  KOSLI_HOST: ${host}
  KOSLI_ORG: ${org}
  KOSLI_API_TOKEN: \${{ secrets.KOSLI_API_TOKEN }}`,
    }
  }
  return {
    hint: 'Store the key as the masked variable KOSLI_API_TOKEN: Settings, CI/CD, Variables.',
    text: `variables:
  KOSLI_HOST: ${host}
  KOSLI_ORG: ${org}`,
  }
}

import { useState } from 'react'
import type { NewKey } from '#contract/api-key/api-key.ts'
import { Button } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { PickOne } from '#web/ui/pick-one.tsx'

/** Where a pipeline runs. */
type PipelineHost = 'shell' | 'github' | 'gitlab'

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

/** A new key at the only time that it is shown, with what a pipeline needs besides. */
export function ShownOnce(props: { org: string; made: NewKey; onClose: () => void }) {
  const [at, setAt] = useState<PipelineHost>('shell')
  const { text, hint } = pipelineSetup(at, { host: location.origin, org: props.org })
  return (
    <div className="grid gap-4 px-4 pb-4 text-table">
      <p>
        <strong className="font-semibold">It is shown only once.</strong> Store it where the
        pipeline keeps its secrets. If a key is lost, rotate it.
      </p>
      <div className="grid gap-1.5">
        <h3 className="font-medium">The key</h3>
        <CallBox call={props.made.key} what="Key" />
      </div>
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-medium">In a pipeline</h3>
          <PickOne label="Where it runs" options={pipelineHosts} value={at} onPick={setAt} />
        </div>
        <CallBox call={text} what="Setup" />
        <p className="text-meta text-muted">{hint}</p>
      </div>
      <div className="flex justify-end">
        <Button kind="primary" onClick={props.onClose}>
          I have stored it
        </Button>
      </div>
    </div>
  )
}

import type { World } from './world.ts'

/** Puts a policy whose `artifacts` are the given lines of YAML, indented by two. */
export async function putPolicy(
  { host, org, key }: World,
  name: string,
  rules: string,
): Promise<void> {
  const body = new FormData()
  body.set('payload', JSON.stringify({ name, type: 'env' }))
  const yaml = `_schema: https://cairn.example/policy/environment/v1\nartifacts:\n${rules}\n`
  body.set('policy_file', new Blob([yaml]), 'policy.yml')
  const response = await fetch(`${host}/api/v2/policies/${org}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}` },
    body,
  })
  if (!response.ok) throw new Error(`Policy ${name} was answered ${await response.text()}`)
}

import type { Page } from '@playwright/test'
import { flow } from './every-page-list.ts'
import type { World } from './world.ts'

/** Puts what the service has named since into an address of the list of pages. */
export async function knownAddresses(page: Page, world: World) {
  const read = async (path: string) =>
    (await (await page.request.get(`${world.host}/api/v2/${path}`)).json()) as unknown
  const newestOf = async (name: string) => {
    const found = await read(`attestations/${world.org}/${flow}/trail/one/${name}`)
    const [{ attestation_id }] = found as [{ attestation_id: string }]
    return attestation_id
  }
  const firstOf = async (path: string) => {
    const found = await read(`cairn/${world.org}/${path}`)
    return (found as { data: [Record<string, string | number>] }).data[0]
  }
  const known: Record<string, string> = {
    org: world.org,
    attestation: await newestOf('tests'),
    custom: await newestOf('covered'),
    decision: await newestOf('approval'),
    override: await newestOf('waived'),
    request: String((await firstOf(`overrides?state=requested&flow_name=${flow}`))['override_id']),
    notification: String((await firstOf('notifications?q=Every+page'))['number']),
  }
  return (address: string) =>
    address.replace(/\{(\w+)\}/g, (placeholder, name: string) => known[name] ?? placeholder)
}

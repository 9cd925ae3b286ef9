import { connectTo } from '../database.ts'
import { cairn, type Service } from '../service.ts'
import { flows, multiplyReports } from './organization-seed.ts'
import { attest, build, type Send, sender } from './unit-work.ts'

/** Sizes that are compared. */
export type Size = 'small' | 'large'

/** Organizations of two sizes, each named after its size. */
export interface FilledOrganizations {
  service: Service
  headers: Record<string, string>
  /** Attestations of each. */
  sizes: Record<Size, number>
}

/** Name of their owner, who reported nearly everything. */
export const user = 'bench-size'

/** Fills organizations with attestations, their trails, artifacts and entries of the audit log. */
export async function fillOrganizations(
  service: Service,
  sizes: Record<Size, number>,
): Promise<FilledOrganizations> {
  const { dataDir, host } = service
  cairn(dataDir, 'user', 'add', user)
  const headers = { authorization: `Bearer ${cairn(dataDir, 'key', 'add', user)}` }
  const client = await connectTo(dataDir)
  const beside = await connectTo(dataDir)
  try {
    for (const org of Object.keys(sizes)) {
      cairn(dataDir, 'org', 'add', org, '--owner', user)
      const send = sender(host, org, headers)
      for (let flow = 0; flow < flows; flow += 1) await seed(send, `flow-${flow}`)
    }
    await backgroundWorkEnds(dataDir)
    for (const [org, count] of Object.entries(sizes)) {
      await multiplyReports(client, beside, org, count)
      // A write through the service begins its background work, which rows beside it do not.
      await sender(host, org, headers)('PUT', '/flows', JSON.stringify({ name: 'flow-0' }))
    }
    await client.query('vacuum analyze')
  } finally {
    await Promise.all([client.end(), beside.end()])
  }
  await backgroundWorkEnds(dataDir)
  return { service, headers, sizes }
}

/** Sends one report of each kind, so that what is multiplied was stored by the service itself. */
async function seed(send: Send, flow: string): Promise<void> {
  await send('PUT', '/flows', JSON.stringify({ name: flow }))
  await build(send, flow, 0)
  await attest(send, flow, 0, 0)
}

/** Waits until entries of the audit log are sealed and counters folded. */
export async function backgroundWorkEnds(dataDir: string): Promise<void> {
  const client = await connectTo(dataDir)
  for (;;) {
    const { rows } = await client.query(
      `select 1 from record_pending union all select 1 from attestation_delta
      union all select 1 from artifact_delta union all select 1 from trail_delta limit 1`,
    )
    if (rows.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await client.end()
}

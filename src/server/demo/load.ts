import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { Administration } from '../database/across-organizations/administration.ts'
import type { OpenDatabase } from '../database/open.ts'
import { type Step, story } from './story.ts'

const reporter = 'ci-bot'
const owner = 'admin'

/**
 * Fills a demo organization with a company's last 90 days: the same handlers as every request, in
 * process, under a simulated clock. An organization that has flows already is left as it is.
 */
export async function loadDemo(
  administration: Administration,
  config: Config,
  database: OpenDatabase,
  say: (message: string) => void,
  organization = 'northgate',
): Promise<{ organization: string; owner: string }> {
  await administration.addUser(owner)
  await administration.addUser(reporter)
  const isNew = await administration.addOrganization(organization, owner)
  if (!isNew) {
    say(`The demo organization ${organization} is there already.`)
    return { organization, owner }
  }
  await administration.addMember(organization, reporter, 'member')
  const key = await administration.addKey(reporter, 'demo pipelines')
  const start = Date.now() / 1000
  let now = start
  const app = await createApp({
    config: { ...config, logLevel: 'silent' },
    database,
    clock: () => now,
    webDir: null,
  })
  try {
    for (const step of story()) {
      now = start - step.ago
      const { headers, payload } = await bodyOf(step)
      const response = await app.server.inject({
        method: step.method,
        url: `/api/v2${step.path.replace('{org}', organization)}`,
        headers: { ...headers, authorization: `Bearer ${key}` },
        payload,
      })
      if (response.statusCode >= 300) {
        throw new Error(`The demo's ${step.path} was answered ${response.body}`)
      }
    }
  } finally {
    await app.close()
  }
  say(`Loaded the demo organization ${organization}.`)
  return { organization, owner }
}

async function bodyOf(step: Step): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  if (!step.file && !step.multipart) {
    const payload = Buffer.from(JSON.stringify(step.json))
    return { headers: { 'content-type': 'application/json' }, payload }
  }
  const form = new FormData()
  form.set('data_json', JSON.stringify(step.json))
  if (step.file) form.set(step.file.part, new Blob([step.file.text]), step.file.name)
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

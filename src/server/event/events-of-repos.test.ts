import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EnvironmentEvent } from '#contract/event/event.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'

let app: TestApp
let report: ReturnType<typeof environmentReporter>
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = environmentReporter(app)
})
afterAll(() => app.close())

const repo = (name: string) => ({
  repo_info: { id: name, name, url: `https://github.com/${name}`, provider: 'github' },
})

/** Events of an environment, newest first, as `type artifact`. */
async function events(environment: string, query: string): Promise<string[]> {
  const path = `/environments/acme/${environment}/events?per_page=500&${query}`
  const { body } = await app.call('GET', path)
  return body.map(({ type, artifact_name }: EnvironmentEvent) => `${type} ${artifact_name}`)
}

it('of an artifact that is reported later are those from before as well', async () => {
  await report.environment('early')
  await report.run('early', { 'late:1': 1, 'other:1': 1 })
  await report.run('early', { 'other:1': 1 })
  expect(await events('early', 'repo_name=acme/late')).toEqual([])
  await report.build('late', 'late:1', repo('acme/late'))
  const all = ['exited late:1', 'started late:1']
  expect(await events('early', 'repo_name=acme/late')).toEqual(all)
  await report.build('again', 'late:1', repo('acme/fork'))
  const both = 'repo_name=acme/late&repo_name=acme/fork'
  expect(await events('early', both)).toEqual(all)
  expect(await events('early', `${both}&reverse=true`)).toEqual(all.toReversed())
  await report.run('early', { 'late:1': 1 })
  expect(await events('early', 'repo_name=acme/fork')).toEqual(['started late:1', ...all])
})

it('are found whichever of the artifact and its event is committed first', async () => {
  await report.environment('busy')
  const names = Array.from({ length: 16 }, (_, number) => `busy:${number}`)
  const running = (some: string[]) => Object.fromEntries(some.map((name) => [name, 1]))
  await report.run('busy', running(names))
  for (const [index, name] of names.entries()) {
    const [built, ran] = await Promise.all([
      report.build('busy', name, repo('acme/busy')),
      report.run('busy', running(names.slice(index + 1))),
    ])
    expect([built.status, ran.status]).toEqual([201, 201])
  }
  const found = await events('busy', 'repo_name=acme/busy')
  expect(found).toHaveLength(2 * names.length)
  expect(found).toEqual(await events('busy', ''))
})

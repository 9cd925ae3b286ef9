import { test } from './pipeline.ts'
import { expect } from './world.ts'

const [one, two, three] = ['1', '2', '3'].map((letter) => `9${letter}`.repeat(32))

test('events and differences are read with the reporter CLI', async ({
  pipeline: { report, refusal },
  report: send,
}) => {
  for (const name of ['cli-events', 'cli-quiet']) {
    await send('PUT', '/environments/{org}', { name, type: 'server' })
  }
  const run = (digests: object, environment = 'cli-events') =>
    send('PUT', `/environments/{org}/${environment}/report/server`, {
      artifacts: [{ digests, creationTimestamp: 1_700_000_000 }],
    })
  await run({ shop: one })
  await run({ shop: two, bank: three })
  await run({ shop: two, bank: three }, 'cli-quiet')

  const log = await report('log', 'environment', 'cli-events')
  expect(log).toMatch(/#2\s+Artifact: bank/)
  expect(log).toContain('Description: 1 instance stopped running (from 1 to 0)')
  expect(log.indexOf('#2 ')).toBeLessThan(log.indexOf('#1 '))
  const json = await report('log', 'env', 'cli-events', '--output', 'json', '--interval', '1..1')
  expect(JSON.parse(json)).toMatchObject([
    { snapshot_index: 1, artifact_name: 'shop', sha256: one, type: 'started', pipeline: '' },
  ])
  const oldest = ['--reverse', '--page-limit', '1', '--output', 'json']
  const [first] = JSON.parse(await report('log', 'environment', 'cli-events', ...oldest))
  expect(first).toMatchObject({ snapshot_index: 1 })
  const since = await report('log', 'environment', 'cli-events', '--start', '1hour', '--end', 'NOW')
  expect(since).toContain('Artifact: bank')
  expect(await report('log', 'environment', 'cli-events', '--repo', 'acme/none')).toContain(
    'No environment events were found',
  )
  expect(await refusal('log', 'environment', 'cli-absent')).toContain(
    "Environment named 'cli-absent' does not exist",
  )
  expect(await refusal('log', 'environment', 'cli-events', '--interval', 'x')).toContain('interval')

  const difference = await report('diff', 'snapshots', 'cli-events#1', 'cli-events')
  expect(difference).toMatch(/Only present in cli-events#1\s+Name:\s+shop/)
  expect(difference).toMatch(
    /Only present in cli-events \(snapshot: cli-events#2\)\s+Name:\s+shop[^]+Name:\s+bank/,
  )
  const same = ['diff', 'snapshots', 'cli-events', 'cli-quiet', '--show-unchanged']
  expect(await report(...same, '--output', 'json')).toContain(`"fingerprint": "${two}"`)
  expect(await refusal('diff', 'snapshots', 'cli-events~7', 'cli-events')).toContain(
    "Snapshot 'cli-events~7' resolves to 'cli-events#-5'. len(snapshots) == 2",
  )
})

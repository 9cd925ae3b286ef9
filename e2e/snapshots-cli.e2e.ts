import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from './pipeline.ts'
import { expect } from './world.ts'

const print = (letter: string) => letter.repeat(64)

test('files of a machine are reported, and read back', async ({
  pipeline: { folder, report, refusal },
}) => {
  const env = 'cli-machine'
  await mkdir(join(folder, 'web'))
  await writeFile(join(folder, 'web', 'index.html'), '<h1>One</h1>')
  const single = ['snapshot', 'path', env, '--path', 'web', '--name', 'web']
  expect(await refusal(...single)).toContain(
    `Environment named '${env}' does not exist for organization 'acme'`,
  )
  const first = await report(...single, '--auto-environment')
  expect(first).toContain(`[1] artifacts were reported to environment ${env}`)
  await writeFile(
    join(folder, 'paths.yml'),
    'version: 1\nartifacts:\n  web: { path: web }\n  api: { path: api.bin }\n',
  )
  const several = await report('snapshot', 'paths', env, '--paths-file', 'paths.yml')
  expect(several).toContain(`[2] artifacts were reported to environment ${env}`)
  await report('snapshot', 'server', env, '--paths', 'web,api.bin')

  const list = await report('list', 'snapshots', env)
  expect(list).toMatch(/SNAPSHOT\s+FROM\s+TO\s+DURATION/)
  expect(list).toMatch(/\n3\s.*now/i)
  const listed = JSON.parse(await report('list', 'snapshots', env, '--output', 'json'))
  expect(listed.map((one: { index: number }) => one.index)).toEqual([3, 2, 1])
  const some = ['list', 'snapshots', env, '--interval', '1..2', '--output', 'json']
  expect(JSON.parse(await report(...some))).toHaveLength(2)
  expect(await refusal('list', 'snapshots', env, '--interval', 'a..b')).toContain('interval')

  const get = async (expression: string) =>
    JSON.parse(await report('get', 'snapshot', expression, '--output', 'json'))
  expect((await get(env)).index).toBe(3)
  expect(await get(`${env}#2`)).toMatchObject({
    index: 2,
    type: 'server',
    artifacts: [
      { name: 'api', annotation: { type: 'started' } },
      { name: 'web', annotation: { type: 'unchanged' } },
    ],
  })
  expect((await get(`${env}~2`)).index).toBe(1)
  expect((await get(`${env}@{0.hours.ago}`)).index).toBe(3)
  expect(await report('get', 'snapshot', `${env}#2`)).toMatch(/Name: web\s/)
  for (const [expression, index] of [
    [`${env}#23`, 23],
    [`${env}~7`, -4],
    [`${env}@{2.weeks.ago}`, 0],
  ]) {
    expect(await refusal('get', 'snapshot', String(expression))).toContain(
      `Snapshot '${expression}' resolves to '${env}#${index}'. len(snapshots) == 3. Indexes are 1-based`,
    )
  }
  expect(await refusal('get', 'snapshot', `${env}@{soon}`)).toContain('Input should be a snapshot')
  expect(await refusal('get', 'snapshot', 'cli-nowhere')).toContain('does not exist')
})

const digests = { shop: print('a'), 'bank:1': print('b') }
const creationTimestamp = 1_790_000_000
const items: [type: string, item: object][] = [
  ['K8S', { podName: 'shop-1', namespace: 'web', owners: null, digests }],
  ['ECS', { taskArn: 'arn:1', cluster_name: 'main', service_name: 'shop', digests }],
  ['S3', { digests }],
  ['lambda', { digests }],
  ['docker', { digests }],
  ['azure-apps', { app_name: 'p', app_kind: 'app', digests_source: 'acr', digests }],
  ['cloud-run', { kind: 'service', serviceName: 'shop', digests }],
]

for (const [type, item] of items) {
  test(`the CLI reads the snapshot of an environment of type ${type}`, async ({
    pipeline: { report },
    report: send,
  }) => {
    const env = `cli-runs-${type}`
    await send('PUT', '/environments/{org}', { name: env, type })
    await send('PUT', `/environments/{org}/${env}/report/${type}`, {
      ...(type === 'cloud-run' && { type }),
      artifacts: [{ ...item, creationTimestamp }],
    })
    const table = await report('get', 'snapshot', env)
    expect(table).toMatch(/Name: shop\s/)
    expect(table).toContain(print('b'))
    const read = JSON.parse(await report('get', 'snapshot', env, '--output', 'json'))
    expect(read).toMatchObject({ index: 1, type, is_latest: true })
    expect(read.artifacts.map(({ name }: { name: string }) => name)).toEqual(['bank:1', 'shop'])
  })
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { configWarnings } from '#server/platform/config-warnings.ts'
import { readConfig } from '#server/platform/config.ts'
import { freePort, type Service, startService } from './service.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { version, engines } = JSON.parse(read('package.json'))
const deployed = readdirSync(join(root, '.deploy'), { recursive: true, withFileTypes: true })
  .filter((it) => it.isFile())
  .map((it) => join(it.parentPath, it.name).slice(root.length))
const dockerfile = read('.deploy/Dockerfile')
/** A compose file, with what its parts share. */
const composeOf = (file: string) => parse(read(file), { merge: true })
const chart = read('.deploy/helm/cairn/templates/deployment.yaml')

let service: Service
let folder: string
/** Names of the figures that a service has, as Prometheus stores them. */
let figures: Set<string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-deploy-'))
  const port = String(await freePort())
  service = await startService(join(folder, 'data'), { env: { CAIRN_METRICS_PORT: port } })
  const text = await (await fetch(`http://localhost:${port}/metrics`)).text()
  figures = new Set()
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const parts = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    for (const part of parts) figures.add(name + part)
  }
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['.deploy/prometheus/alerts.yaml', '.deploy/grafana/cairn.json'])('%s', (file) => {
  it('names figures that exist', () => {
    const named = [...read(file).matchAll(/\bcairn_[a-z_]+/g)].map(([name]) => name)
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter((name) => !figures.has(name))).toEqual([])
  })
})

it('shows every figure of its own on the dashboard', () => {
  const dashboard = read('.deploy/grafana/cairn.json')
  const own = [...figures].filter((name) => name.startsWith('cairn_') && !name.endsWith('_sum'))
  expect(own.filter((name) => !dashboard.includes(name))).toEqual([])
})

/** Settings by file, with values for what operators choose. */
const settings: [file: string, environment: () => Record<string, string>][] = [
  ['.deploy/Dockerfile', () => Object.fromEntries(pairsIn(/^ENV (.*)$/m.exec(dockerfile)?.[1]))],
  [
    '.deploy/cairn.service',
    () =>
      Object.fromEntries(pairsIn(/^Environment=(.*)$/m.exec(read('.deploy/cairn.service'))?.[1])),
  ],
  ...[
    '.deploy/compose.yaml cairn',
    '.deploy/compose.several.yaml web',
    '.deploy/compose.several.yaml worker',
  ].map((place): [string, () => Record<string, string>] => [
    place,
    () => {
      const [file = '', name = ''] = place.split(' ')
      const given: Record<string, string> = composeOf(file).services[name].environment
      const chosen = (text: string) =>
        text
          .replace(
            '${CAIRN_BASE_URL:?the https address that browsers use}',
            'https://cairn.example.com',
          )
          .replace(/\$\{\w+:-([^}]*)}/g, '$1')
          .replace(/\$\{[^}]*}/g, 'x'.repeat(32))
      return Object.fromEntries(Object.entries(given).map(([name, it]) => [name, chosen(it)]))
    },
  ]),
  [
    '.deploy/helm/cairn/templates/deployment.yaml',
    () =>
      Object.fromEntries(
        [...chart.matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name = '']) => [name, chosenFor(name)]),
      ),
  ],
]
const pairsIn = (line = '') => line.split(' ').map((pair) => pair.split('=', 2) as [string, string])
const chosenFor = (name: string) =>
  ({
    CAIRN_BASE_URL: 'https://cairn.example.com',
    CAIRN_METRICS_PORT: '9090',
    DATABASE_URL: 'postgres://cairn@postgres/cairn',
    CAIRN_ROLE: 'web',
    CAIRN_TRUSTED_PROXIES: '10.0.0.0/8',
    CAIRN_EVIDENCE: 's3://bucket/prefix?region=eu-west-1',
  })[name] ?? 'x'.repeat(32)

it.each(settings)(
  '%s sets variables that Cairn knows, to values that it takes',
  (_, environment) => {
    const given = environment()
    expect(Object.keys(given).length).toBeGreaterThan(2)
    expect(configWarnings(given)).toEqual([])
    expect(() => readConfig(given)).not.toThrow()
  },
)

/** Services of the compose files that run Cairn. */
function builtServices() {
  const { cairn } = composeOf('.deploy/compose.yaml').services
  const { web, worker } = composeOf('.deploy/compose.several.yaml').services
  return [cairn, web, worker]
}

it('builds the image from files that exist, on a Node.js that Cairn runs on', () => {
  for (const file of [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'LICENSE',
    '.scripts/build.mjs',
  ])
    expect([file, dockerfile.includes(file), existsSync(join(root, file))]).toEqual([
      ...[file, true, true],
    ])
  const node = Number(/node:(\d+)-/.exec(dockerfile)?.[1])
  const majors = [...engines.node.matchAll(/(\d+)(\.\d+)*/g)].map(([, major]) => Number(major))
  expect(majors).toContain(node)
  for (const { build } of builtServices())
    expect(build).toEqual({ context: '..', dockerfile: '.deploy/Dockerfile' })
})

it('names the present version', () => {
  for (const { image } of builtServices()) expect(image).toBe(`cairn:${version}`)
  expect(parse(read('.deploy/helm/cairn/Chart.yaml')).appVersion).toBe(version)
  expect(read('CHANGELOG.md')).toContain(`## ${version}`)
})

it('asks paths that exist at the port where Cairn listens', async () => {
  const paths = [chart, dockerfile].flatMap((text) => text.match(/(?<=path: |PORT}`?)\/\w+/g) ?? [])
  expect(new Set(paths)).toEqual(new Set(['/live', '/ready']))
  for (const path of paths) expect((await fetch(service.host + path)).status).toBe(200)
  expect(readConfig(Object.fromEntries(pairsIn(/^ENV (.*)$/m.exec(dockerfile)?.[1]))).port).toBe(
    8080,
  )
  expect([dockerfile, chart, read('.deploy/nginx.conf'), read('.deploy/compose.yaml')]).toEqual([
    expect.stringContaining('EXPOSE 8080'),
    expect.stringContaining('containerPort: 8080'),
    expect.stringContaining('127.0.0.1:8080'),
    expect.stringContaining(':8080:8080'),
  ])
})

it('uses each value of the chart, and no other', () => {
  const templates = deployed
    .filter((file) => file.includes('/templates/'))
    .map(read)
    .join('\n')
  const used = new Set([...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path))
  const values = parse(read('.deploy/helm/cairn/values.yaml'))
  const isKnown = (path = '') =>
    path.split('.').reduce((at, part) => at?.[part], values) !== undefined
  expect([...used].filter((path) => !isKnown(path))).toEqual([])
  const groups = new Set([...used].map((path) => path?.split('.')[0]))
  expect(Object.keys(values).filter((name) => !groups.has(name))).toEqual([])
})

it('is listed whole in the README', () => {
  const known = read('README.md')
  const tops = new Set(deployed.map((file) => file.split('/').slice(1, 3).join('/')))
  const isListed = (path: string) => known.includes(`\`${path}\``) || path.endsWith('.dockerignore')
  expect([...tops].filter((path) => !isListed(path))).toEqual([])
})

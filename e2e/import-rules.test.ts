import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder: string
/** Rules that planted files break, by the project that a file is planted in. */
let broken: Map<string, string[]>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-import-rules-'))
  // In one run: a start of the linter takes longer than its look at a file.
  broken = await lintAll()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function run(command: string, args: string[], cwd: string) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const bin = join(root, 'node_modules/.bin', command)
    execFile(bin, args, { cwd, maxBuffer: 16e6 }, (error, stdout, stderr) => {
      resolve({ code: error ? 1 : 0, output: stdout + stderr })
    })
  })
}

/** Folders of the dashboard that know the queries of few others; routes put pages together. */
const webFolders = readdirSync(join(root, 'src/web'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'routes')
  .map(({ name }) => name)

/** The rules as one value: each planted file stands in a project of its own. */
async function lintConfig() {
  const { default: config } = (await import(join(root, 'oxlint.config.mjs'))) as {
    default: { overrides: { files: string[] }[] }
  }
  return config
}

const importsRefused: [path: string, line: string][] = [
  ['src/contract/planted.ts', "import { evaluateTrail } from '#domain/trail/evaluate-trail.ts'"],
  ['src/contract/planted.ts', "import { flow } from '../flow/flow.ts'"],
  ['src/contract/planted.ts', "import { parse } from 'yaml'"],
  ['src/contract/planted.ts', "import * as z from 'zod'"],
  ['src/domain/flow/planted.ts', "import { Problem } from '#server/platform/problem.ts'"],
  ['src/domain/flow/planted.ts', "import { median } from '../common/statistics.ts'"],
  ['src/domain/flow/planted.ts', "import { readFile } from 'node:fs'"],
  ['src/server/flow/planted.ts', "import { findTrail } from '../trail/queries.ts'"],
  ['src/server/flow/planted.ts', "import Fastify from 'fastify'"],
  ['src/server/flow/planted.ts', "import { mount } from '#server/http/mount-endpoints.ts'"],
  ['src/server/flow/planted.ts', "import { trailHandlers } from '#server/trail/handlers.ts'"],
  ['src/server/flow/planted.ts', "import { flowHandlers } from './handlers.ts'"],
  ['src/server/flow/planted.ts', "import { call } from '#web/api/call.ts'"],
  ['src/server/trail/handlers.ts', "import { sql } from 'kysely'"],
  ['src/server/trail/handlers.ts', "import { flowHandlers } from '#server/flow/handlers.ts'"],
  ['src/server/flow/queries.ts', "import { loadTrail } from '#server/trail/load-trail.ts'"],
  ['src/server/flow/queries.ts', "import { findTrail } from '#server/trail/queries.ts'"],
  ['src/server/flow/list-queries.ts', "import { loadFlow } from './load-flow.ts'"],
  [
    'src/server/notification/dispatch/queries.ts',
    "import { findTrail } from '#server/trail/queries.ts'",
  ],
  [
    'src/server/platform/planted.ts',
    "import { OrgDatabase } from '#server/database/org-database.ts'",
  ],
  [
    'src/server/database/planted.ts',
    "import { appendEntry } from '#server/audit-log/append-entry.ts'",
  ],
  [
    'src/server/request/planted.ts',
    "import { appendEntry } from '#server/audit-log/append-entry.ts'",
  ],
  [
    'src/server/unit-of-work/planted.ts',
    "import { appendEntry } from '#server/audit-log/append-entry.ts'",
  ],
  [
    'src/server/outbox/planted.ts',
    "import { evaluate } from '#server/evaluation/evaluate-trail.ts'",
  ],
  ['src/server/audit-log/planted.ts', "import { putFlow } from '#server/flow/change-flow.ts'"],
  [
    'src/server/jobs/planted.ts',
    "import { sendAll } from '#server/notification/dispatch/digests.ts'",
  ],
  ['src/server/idempotency/planted.ts', "import { putFlow } from '#server/flow/change-flow.ts'"],
  ['src/server/export/planted.ts', "import { putFlow } from '#server/flow/change-flow.ts'"],
  ['src/server/live-updates/planted.ts', "import { putFlow } from '#server/flow/change-flow.ts'"],
  [
    'src/server/sandbox/planted.ts',
    "import { OrgDatabase } from '#server/database/org-database.ts'",
  ],
  [
    'src/server/egress/planted.ts',
    "import { OrgDatabase } from '#server/database/org-database.ts'",
  ],
  ['src/server/evaluation/planted.ts', "import { putFlow } from '#server/flow/change-flow.ts'"],
  [
    'src/server/evaluation/queries.ts',
    "import { findSnapshot } from '#server/snapshot/find-snapshot.ts'",
  ],
  ['src/server/http/planted.ts', "import { listFlowRows } from '#server/flow/queries.ts'"],
  ['src/server/http/planted.ts', "import { sql } from 'kysely'"],
  ['src/server/testing/planted.ts', "import Fastify from 'fastify'"],
  ['src/web/flow/planted.ts', "import { trailOptions } from '../trail/queries.ts'"],
  ['src/web/flow/planted.ts', "import { createApp } from '#server/app.ts'"],
  ['src/web/flow/planted.ts', "import { Bar } from 'recharts'"],
  ['src/web/routes/planted.ts', "import { useReactTable } from '@tanstack/react-table'"],
  ['src/web/routes/planted.ts', "import { createApp } from '#server/app.ts'"],
  ['src/web/domain-ui/planted.ts', "import { call } from '#web/api/call.ts'"],
  ['src/web/ui/planted.ts', "import { call } from '#web/api/call.ts'"],
  ['src/web/api/planted.ts', "import { Button } from '#web/ui/button.tsx'"],
  ['src/web/connection/planted.ts', "import { call } from '#web/api/call.ts'"],
  ['src/web/chart/planted.ts', "import { useReactTable } from '@tanstack/react-table'"],
  ['src/web/form/planted.ts', "import { call } from '#web/api/call.ts'"],
  ['src/web/testing/planted.ts', "import { call } from '#web/api/call.ts'"],
  ...webFolders.map((folder): [path: string, line: string] => {
    const other = folder === 'overview' ? 'trail' : 'overview'
    return [`src/web/${folder}/planted.ts`, `import { foreign } from '#web/${other}/queries.ts'`]
  }),
]

/** Files that break a rule: path, content, and the rule. */
const refused: [path: string, content: string, rule: string][] = [
  ...importsRefused.map(([path, line]): [string, string, string] => {
    const name = /\{ (\w+) \}|(?:as|import) (\w+)/.exec(line)?.slice(1).find(Boolean)
    return [path, `${line}\nexport default ${name}\n`, 'no-restricted-imports']
  }),
  ['src/server/flow/planted.ts', 'export const port = process.env.PORT\n', 'no-process-env'],
  ['src/web/flow/planted.ts', "export const page = () => fetch('/x')\n", 'no-restricted-globals'],
  [
    'src/server/flow/planted.ts',
    "export const page = () => fetch('/x')\n",
    'no-restricted-globals',
  ],
  ['src/domain/planted.ts', 'export const value = (x: any) => x as string\n', 'no-explicit-any'],
]

const ordinary = `import { notFound } from '#server/platform/problem.ts'
export const refuse = () => notFound('x')
`

/** Plants a file in a project of its own with our rules. */
async function plant(project: string, path: string, content: string): Promise<void> {
  const file = join(folder, project, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  await writeFile(join(folder, project, '.oxlintrc.json'), JSON.stringify(await lintConfig()))
}

/** Plants all files, and returns the broken rules by project. */
async function lintAll(): Promise<Map<string, string[]>> {
  await plant('allowed', 'src/server/flow/planted.ts', ordinary)
  const broken = new Map<string, string[]>([['allowed', []]])
  for (const [index, [path, content]] of refused.entries()) {
    await plant(String(index), path, content)
    broken.set(String(index), [])
  }
  const { output } = await run('oxlint', ['--deny-warnings', '--format=json', '.'], folder)
  const { number_of_files, diagnostics } = JSON.parse(output) as {
    number_of_files: number
    diagnostics: { code: string; filename: string }[]
  }
  expect(number_of_files).toBe(broken.size)
  for (const { code, filename } of diagnostics) {
    broken.get(filename.split(/[/\\]/, 1)[0] ?? '')?.push(code)
  }
  return broken
}

it.each(refused.map(([path, content, rule], index) => ({ path, content, rule, index })))(
  'refuses in $path: $content',
  ({ rule, index }) => {
    expect(broken.get(String(index))).toContainEqual(expect.stringContaining(`(${rule})`))
  },
)

it('allows ordinary code', () => {
  expect(broken.get('allowed')).toEqual([])
})

it('names no folder in its rules that is gone', async () => {
  const { overrides } = await lintConfig()
  const folders = overrides
    .flatMap(({ files }) => files)
    .flatMap((files) => /^([\w./-]+)\/\*\*$/.exec(files)?.slice(1) ?? [])
  expect(folders.length).toBeGreaterThan(50)
  expect(folders.filter((name) => !existsSync(join(root, name)))).toEqual([])
})

it.each([
  ['domain', 'export const title = document.title\n', "Cannot find name 'document'"],
  ['domain', 'export const folder = process.cwd()\n', "Cannot find name 'process'"],
  ['contract', 'export const title = window.name\n', "Cannot find name 'window'"],
  ['server', 'export const title = document.title\n', "Cannot find name 'document'"],
  ['web', 'export const folder = process.cwd()\n', "Cannot find name 'process'"],
])('does not compile in %s: %s', async (layer, content, message) => {
  const file = join(folder, `planted-${layer}.ts`)
  const config = join(folder, `tsconfig-${layer}.json`)
  await writeFile(file, content)
  await writeFile(
    config,
    JSON.stringify({
      extends: join(root, 'src', layer, 'tsconfig.json'),
      compilerOptions: {
        composite: false,
        emitDeclarationOnly: false,
        noEmit: true,
        rootDir: folder,
        typeRoots: [join(root, 'node_modules/@types'), join(root, 'node_modules')],
      },
      references: [],
      include: [file],
    }),
  )
  const { code, output } = await run('tsc', ['-p', config], root)
  expect(output).toContain(message)
  expect(code).toBe(1)
})

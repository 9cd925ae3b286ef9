import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-walls-'))
  await cp(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function run(command: string, args: string[], cwd: string) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(join(root, 'node_modules/.bin', command), args, { cwd }, (error, stdout, stderr) => {
      resolve({ code: error ? 1 : 0, output: stdout + stderr })
    })
  })
}

async function lint(path: string, content: string) {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  const result = await run('oxlint', ['--deny-warnings', path], folder)
  await rm(file)
  return result
}

it.each([
  ['src/contract/planted.ts', "import { evaluateTrail } from '../domain/trail-compliance.ts'"],
  ['src/contract/planted.ts', "import { parse } from 'yaml'"],
  ['src/contract/planted.ts', "import * as z from 'zod'"],
  ['src/domain/planted.ts', "import { Problem } from '../server/problem.ts'"],
  ['src/domain/planted.ts', "import { readFile } from 'node:fs'"],
  ['src/server/flow/planted.ts', "import { findTrail } from '../trail/queries.ts'"],
  ['src/server/flow/planted.ts', "import Fastify from 'fastify'"],
  ['src/server/trail/handlers.ts', "import { sql } from 'kysely'"],
  ['src/server/flow/queries.ts', "import { write } from '../change/write.ts'"],
  ['src/server/change/planted.ts', "import { mount } from '../http/mount.ts'"],
  ['src/server/change/planted.ts', "import { flowHandlers } from '../flow/handlers.ts'"],
  ['src/server/change/planted.ts', "import { call } from '../../web/api/call.ts'"],
  ['src/server/http/planted.ts', "import { listFlowRows } from '../flow/queries.ts'"],
  ['src/server/database/planted.ts', "import { write } from '../change/write.ts'"],
  ['src/web/flow/planted.ts', "import { trailOptions } from '../trail/queries.ts'"],
  ['src/web/flow/planted.ts', "import { createApp } from '../../server/app.ts'"],
  ['src/web/flow/planted.ts', "import { scaleLinear } from 'd3-scale'"],
  ['src/web/routes/planted.ts', "import { useReactTable } from '@tanstack/react-table'"],
  ['src/web/ui/planted.ts', "import { call } from '../api/call.ts'"],
  ['src/web/table/planted.ts', "import { flowOptions } from '../flow/queries.ts'"],
])('refuses in %s: %s', async (path, line) => {
  const name = /\{ (\w+) \}|(?:as|import) (\w+)/.exec(line)?.slice(1).find(Boolean)
  const { code, output } = await lint(path, `${line}\nexport default ${name}\n`)
  expect(output).toContain('no-restricted-imports')
  expect(code).toBe(1)
})

it.each([
  ['src/server/flow/planted.ts', 'export const port = process.env.PORT\n', 'no-process-env'],
  ['src/web/flow/planted.ts', "export const page = () => fetch('/x')\n", 'no-restricted-globals'],
  [
    'src/server/flow/planted.ts',
    "export const page = () => fetch('/x')\n",
    'no-restricted-globals',
  ],
  ['src/domain/planted.ts', 'export const value = (x: any) => x as string\n', 'no-explicit-any'],
])('refuses in %s: %s', async (path, content, rule) => {
  const { code, output } = await lint(path, content)
  expect(output).toContain(rule)
  expect(code).toBe(1)
})

it('lets ordinary code pass', async () => {
  const { code, output } = await lint(
    'src/server/flow/planted.ts',
    "import { notFound } from '../problem.ts'\nexport const refuse = () => notFound('x')\n",
  )
  expect(output).toContain('0 errors')
  expect(code).toBe(0)
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

import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { startCommands } from '#server/testing/commands.ts'
import { reporter } from '#server/testing/reporter.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addEvidenceCommands } from './evidence-commands.ts'
import { addVerificationCommands } from './verification-commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const report = reporter(app)
  await report.flow('f')
  await report.generic('f', 't', { attestation_name: 'a' }, { name: 'e', content: 'found' })
})
afterAll(() => app.close())

/** Moves the folder of evidence away for one test, and runs commands then. */
async function startWithout() {
  const evidence = join(app.dataDir, 'evidence')
  await rename(evidence, `${evidence}.away`)
  onTestFinished(async () => {
    await rm(evidence, { recursive: true, force: true })
    await rename(`${evidence}.away`, evidence)
    process.exitCode = undefined
  })
  const addCommands = (program: Command) => {
    for (const add of [addEvidenceCommands, addVerificationCommands, addBackupCommands])
      add(program)
  }
  const environment = { CAIRN_DATA_DIR: app.dataDir }
  const { run } = await startCommands(addCommands, { connection: app.connection, environment })
  return { run, evidence }
}

it.each(['is gone', 'is an empty mount point'])(
  'says that the store of evidence cannot be used where its folder %s, and puts nothing there',
  async (how) => {
    const { run, evidence } = await startWithout()
    const backup = join(app.dataDir, 'backup')
    if (how === 'is an empty mount point') await mkdir(evidence)
    const lines = await run('verify')
    expect(lines).toContainEqual(expect.stringMatching(/^Audit log: .* 0 faults/))
    const refusal = `The store of evidence ${evidence} cannot be used: there is nothing in it`
    expect(lines.at(-1)).toBe(`Evidence was not checked. ${refusal}`)
    expect(process.exitCode).toBe(1)
    const report = JSON.parse((await run('verify', '--json')).join('\n'))
    expect(report).toMatchObject({ is_sound: false, evidence: { unchecked: refusal } })
    for (const words of [
      ['backup', backup],
      ['evidence', 'gc'],
    ])
      expect((await run(...words)).at(-1)).toMatch(/^OperatorError: The store of evidence/)
    expect([existsSync(backup), existsSync(join(evidence, 'incoming'))]).toEqual([false, false])
  },
)

it('says that a file is missing where the store has others', async () => {
  const { run, evidence } = await startWithout()
  await mkdir(join(evidence, 'aa'), { recursive: true })
  expect((await run('verify')).at(-2)).toMatch(/^Evidence: 0 files are sound, 1 missing/)
  expect(process.exitCode).toBe(3)
})

it('writes a backup without what is missing, and tells that by the exit code', async () => {
  onTestFinished(() => void (process.exitCode = undefined))
  const { run } = await startCommands(addBackupCommands, {
    connection: app.connection,
    environment: { CAIRN_DATA_DIR: app.dataDir },
  })
  const remarks = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => remarks.mockRestore())
  const [whole, partial] = [join(app.dataDir, 'whole'), join(app.dataDir, 'partial')]
  expect(await run('backup', whole)).toEqual([])
  expect(process.exitCode).toBeUndefined()

  const [row] = await app.query('select evidence_sha256 as sha256 from attestation')
  const { sha256 } = row as { sha256: string }
  const file = join(app.dataDir, 'evidence', sha256.slice(0, 2), sha256)
  await rename(file, `${file}.away`)
  onTestFinished(() => rename(`${file}.away`, file))
  expect(await run('backup', partial)).toEqual([])
  expect(remarks.mock.calls.flat()).toContain(
    `The evidence ${sha256} was missing when it was backed up.`,
  )
  expect([existsSync(partial), process.exitCode]).toEqual([true, 3])
})

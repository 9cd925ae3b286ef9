import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { startCommands } from '#server/testing/commands.ts'
import { emptyDatabase } from '#server/testing/own-database.ts'
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

/** Finds the one file of evidence. */
async function findFile() {
  const [row] = await app.query('select evidence_sha256 as sha256 from attestation')
  const { sha256 } = row as { sha256: string }
  return { sha256, file: join(app.dataDir, 'evidence', sha256.slice(0, 2), sha256) }
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

it('backs up and restores without what is missing, and tells that by the exit code', async () => {
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

  const { sha256, file } = await findFile()
  await rename(file, `${file}.away`)
  onTestFinished(() => rename(`${file}.away`, file))
  expect(await run('backup', partial)).toEqual([])
  expect(remarks.mock.calls.flat()).toContain(
    `The evidence ${sha256} was missing when it was backed up.`,
  )
  expect([existsSync(partial), process.exitCode]).toEqual([true, 3])

  const restore = async (backup: string) => {
    process.exitCode = undefined
    const { run: runElsewhere } = await startCommands(addBackupCommands, {
      connection: await emptyDatabase(),
      environment: { CAIRN_DATA_DIR: `${backup}-restored` },
    })
    expect(await runElsewhere('restore', backup)).toEqual([])
    return process.exitCode
  }
  expect([await restore(whole), await restore(partial)]).toEqual([undefined, 3])
})

it('copies evidence without what is damaged, and tells that by the exit code', async () => {
  onTestFinished(() => void (process.exitCode = undefined))
  const { run } = await startCommands(addEvidenceCommands, { connection: app.connection })
  const from = join(app.dataDir, 'evidence')
  const to = (name: string) => run('evidence', 'copy', from, join(app.dataDir, name))
  expect(await to('sound')).toEqual([expect.stringMatching(/^Copied 1 files of/)])
  expect(process.exitCode).toBeUndefined()

  const { sha256, file } = await findFile()
  const content = await readFile(file)
  onTestFinished(() => writeFile(file, content))
  await writeFile(file, 'changed')
  expect(await to('damaged')).toEqual([
    expect.stringMatching(/^Copied 0 files of/),
    `  damaged, and not copied: ${sha256}`,
  ])
  expect(process.exitCode).toBe(3)
})

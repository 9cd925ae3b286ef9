import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reporterCli } from './reporter-cli.ts'
import { expect, test as base } from './world.ts'

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url))

const template = `version: 1
trail:
  attestations:
    - name: code-review
      type: generic
  artifacts:
    - name: api
      attestations:
        - name: unit-tests
          type: junit
`

/** A git checkout with a built file, as in a pipeline, and the reporter CLI in it. */
export interface Pipeline {
  folder: string
  /** Runs the CLI, which must succeed, and returns its output. */
  report(...args: string[]): Promise<string>
  /** Runs the CLI, which must fail, and returns its error. */
  refusal(...args: string[]): Promise<string>
}

export const test = base.extend<{ pipeline: Pipeline }>({
  pipeline: async ({ world }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-pipeline-'))
    await writeFile(join(folder, 'template.yml'), template)
    await writeFile(join(folder, 'api.bin'), `what was built at ${Date.now()}`)
    await cp(fixtures, join(folder, 'results'), { recursive: true })
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
    git('init', '--initial-branch=main')
    git('add', '.')
    const author = ['-c', 'user.name=Robin Hale', '-c', 'user.email=robin@acme.example']
    git(...author, 'commit', '-m', 'Build it')
    await use({
      folder,
      async report(...args) {
        const result = await reporterCli(world, args, folder)
        expect(result, result.stderr).toMatchObject({ code: 0 })
        return result.stdout
      },
      async refusal(...args) {
        const { code, stderr } = await reporterCli(world, args, folder)
        expect(code).not.toBe(0)
        return stderr
      },
    })
    await rm(folder, { recursive: true, force: true })
  },
})

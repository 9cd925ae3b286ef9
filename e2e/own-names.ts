import { test } from '@playwright/test'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from './world.ts'

/** Writes that make a record whose name belongs to one file of tests. */
const makes = /^\/(flows|environments|controls|policies)\/\{org\}(?:\/template_file)?$/

/**
 * Notes that this file of tests makes a record by a write: all files share one organization, and must
 * not meet the records of others.
 * @throws if another file has made a record of this kind and name
 */
export async function claimName(world: World, path: string, json: object): Promise<void> {
  const kind = makes.exec(path)?.[1]
  if (!kind) return
  const { name, identifier = name } = json as { name?: string; identifier?: string }
  const folder = join(`${world.dataDir}-names`, kind)
  const place = join(folder, encodeURIComponent(String(identifier)))
  const { file } = test.info()
  await mkdir(folder, { recursive: true })
  await writeFile(place, file, { flag: 'wx' }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    const owner = await readFile(place, 'utf8')
    if (owner !== file) throw new Error(`${kind} ${identifier} belongs to ${owner}`)
  })
}

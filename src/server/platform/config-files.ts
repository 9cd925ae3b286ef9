import { readFileSync } from 'node:fs'

/**
 * Reads variables from files, as orchestrators mount secrets: `NAME_FILE` names the file with the
 * value of `NAME`, whose last line break does not count. Empty variables count as unset.
 * @param names - variables that may come from files
 * @returns all variables, and a sentence for each that cannot be read
 */
export function withFiles(environment: NodeJS.ProcessEnv, names: readonly string[]) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const problems: string[] = []
  for (const name of names) {
    const path = given[`${name}_FILE`]
    if (path === undefined) continue
    if (given[name] !== undefined) {
      problems.push(`${name} and ${name}_FILE are both set: set one of them`)
      continue
    }
    try {
      given[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      problems.push(`${name}_FILE must name a file that can be read, not "${path}" (${code})`)
    }
  }
  return { given, problems }
}

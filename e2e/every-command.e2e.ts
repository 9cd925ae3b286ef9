import { readFile } from 'node:fs/promises'
import { expectedExitCodes, exceptions, hiddenCommands } from './every-command/exceptions.ts'
import { type CliResult, type CliRun, reporterCli, runsFile } from './reporter-cli.ts'
import { expect, test, type World } from './world.ts'

/** Returns the subcommands in the help of a command; none if it is run itself. */
function subcommands({ stdout }: CliResult): string[] {
  const [, listed = ''] = /Commands:\n([^]*?)\n(?:Flags|Global Flags):/.exec(stdout) ?? []
  return [...listed.matchAll(/^ {2}([a-z][\w-]*) +\S/gm)].map(([, name = '']) => name)
}

/** Lists the commands of the reporter CLI that do not only group others. */
async function listCommands(world: World, path: string[] = []): Promise<string[]> {
  const names = subcommands(await reporterCli(world, [...path, '--help'], world.dataDir))
  if (names.length === 0) return [path.join(' ')]
  return (await Promise.all(names.map((name) => listCommands(world, [...path, name])))).flat()
}

/** Returns which runs of a command are missing: a successful and a refused one. */
function missingRuns(command: string, runs: CliRun[]): string[] {
  const own = runs.filter(({ args }) => `${args.join(' ')} `.startsWith(`${command} `))
  const mayFail = !expectedExitCodes.includes(command)
  return [
    ...(own.some(({ isWell }) => isWell) ? [] : [`${command} was never well`]),
    ...(mayFail && !own.some((it) => it.isRefused) ? [`${command} was never refused`] : []),
  ]
}

// Runs after all tests of the reporter CLI, whose runs it checks.
test('every command that calls the service ran successfully and was refused', async ({ world }) => {
  const lines = (await readFile(runsFile(world.dataDir), 'utf8')).trim().split('\n')
  const commands = [...(await listCommands(world)), ...hiddenCommands]
  expect(Object.keys(exceptions).filter((command) => !commands.includes(command))).toEqual([])
  const asked = commands.filter((command) => !(command in exceptions))
  expect(asked.length).toBeGreaterThan(60)
  const runs = lines
    .map((line) => JSON.parse(line) as CliRun)
    .filter(({ args }) => !args.includes('--help'))
  expect(asked.flatMap((command) => missingRuns(command, runs))).toEqual([])
})

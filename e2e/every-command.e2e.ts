import { readFile } from 'node:fs/promises'
import { expectedExitCodes, exceptions, hiddenCommands } from './every-command/exceptions.ts'
import { type CliResult, type CliRun, reporterCli, runsFile } from './reporter-cli.ts'
import { expect, test, type World } from './world.ts'

/** Names of the commands below a command, as its help lists them; none if it is to be run itself. */
function subcommands({ stdout }: CliResult): string[] {
  const [, listed = ''] = /Commands:\n([^]*?)\n(?:Flags|Global Flags):/.exec(stdout) ?? []
  return [...listed.matchAll(/^ {2}([a-z][\w-]*) +\S/gm)].map(([, name = '']) => name)
}

/** Every command of the reporter CLI that is run and not merely groups others. */
async function listCommands(world: World, path: string[] = []): Promise<string[]> {
  const names = subcommands(await reporterCli(world, [...path, '--help'], world.dataDir))
  if (names.length === 0) return [path.join(' ')]
  return (await Promise.all(names.map((name) => listCommands(world, [...path, name])))).flat()
}

/** What a command still lacks of a run that was well and one that was refused. */
function missingRuns(command: string, runs: CliRun[]): string[] {
  const own = runs.filter(({ args }) => `${args.join(' ')} `.startsWith(`${command} `))
  const mayFail = !expectedExitCodes.includes(command)
  return [
    ...(own.some(({ isWell }) => isWell) ? [] : [`${command} was never well`]),
    ...(mayFail && !own.some((it) => it.isRefused) ? [`${command} was never refused`] : []),
  ]
}

// It runs when all journeys of the reporter CLI have ended: they are what it depends on.
test('every command that talks to the service was run well and was refused', async ({ world }) => {
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

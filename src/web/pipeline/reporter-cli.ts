import { shellArgument } from '#web/api/curl.ts'

/** Flags of a command by name; a flag without a value is left out. */
export type CliFlags = Record<string, string | null | undefined>

/**
 * A command of the reporter CLI to copy, for this service. It takes the API key from
 * KOSLI_API_TOKEN, and says so itself where that is missing.
 * @param words the command with its arguments
 */
export function cliCommand(org: string, words: readonly string[], flags: CliFlags): string {
  const given = { ...flags, org, host: location.origin }
  const lines = Object.entries(given).flatMap(([name, value]) =>
    value == null ? [] : [`--${name}${flagValue(name, value)}`],
  )
  return [`kosli ${words.map(shellArgument).join(' ')}`, ...lines].join(' \\\n  ')
}

/** A boolean flag takes its value behind an equals sign only. */
const flagValue = (name: string, value: string) =>
  `${name === 'compliant' ? '=' : ' '}${shellArgument(value)}`

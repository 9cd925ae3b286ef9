import type { LogFormat } from './config.ts'
import { OperatorError, printFailure } from './failure.ts'

/** Messages of a process about its own start and end. */
interface ProcessOutput {
  say(message: string): void
  warn(message: string): void
  /** Prints why the process ends: a sentence for its operator, or an unexpected error whole. */
  fail(error: unknown): void
}

/** Levels of the service's log, as it writes them. */
const levels = { info: 30, warn: 40, fatal: 60 }

const line = (level: number, msg: string, more = {}) =>
  JSON.stringify({ level, time: Date.now(), pid: process.pid, ...more, msg })

const warn = (message: string) => console.log(line(levels.warn, message))

/** Writes sentences for people, or lines of JSON as the service's log does. */
export function processOutput(format: LogFormat): ProcessOutput {
  if (format === 'text')
    return {
      say: (message) => console.log(message),
      warn: (message) => console.log(message),
      fail: printFailure,
    }
  // Node.js writes its warnings, and those of packages, as text.
  process.removeAllListeners('warning').on('warning', ({ message }) => warn(message))
  return {
    say: (message) => console.log(line(levels.info, message)),
    warn,
    fail: (error) => console.error(line(levels.fatal, ...reasonOf(error))),
  }
}

function reasonOf(error: unknown): [string, object] {
  if (error instanceof OperatorError) return [error.message, {}]
  if (!(error instanceof Error)) return [String(error), {}]
  const { name, message, stack } = error
  return [message, { err: { type: name, message, stack } }]
}

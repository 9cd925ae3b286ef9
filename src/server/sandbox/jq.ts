import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Jq, loadJq } from 'jq-wasm'
import type { Cell } from './step.ts'

/** Maximum of results of a program. */
const maxResults = 1_000
const maxTextLength = 500

/** Memory of jq, in bytes. */
const maxMemory = 128 * 1024 * 1024

/** The part of WebAssembly that is used: the types of Node leave it out. */
interface Engine {
  Memory: { prototype: { buffer: ArrayBuffer; grow(pages: number): number } }
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>
}
const engine = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly

const { prototype } = engine.Memory
const grow = prototype.grow
prototype.grow = function growWithinBounds(pages) {
  const wanted = this.buffer.byteLength + pages * 65_536
  if (wanted > maxMemory) throw new RangeError('out of memory')
  return grow.call(this, pages)
}

let compiled: Promise<WebAssembly.Module> | null = null
let jq: Jq | null = null

/** Loads jq, with its own files in memory, and without environment or arguments. */
export async function prepareJq(): Promise<void> {
  const asset = createRequire(import.meta.url).resolve('jq-wasm/jq.wasm')
  compiled ??= readFile(asset).then((bytes) => engine.compile(bytes))
  jq ??= await loadJq({ wasmModule: await compiled })
}

/** A program that did not run to its end. */
export class JqFailure extends Error {}

/**
 * Returns the compact output of a program for a JSON text.
 * @throws JqFailure with jq's own message
 */
function run(program: string, input: string): string {
  if (!jq) throw new Error('jq is not ready')
  let result: ReturnType<Jq['raw']>
  try {
    result = jq.raw(input, program, ['-c', '--'])
  } catch {
    // It failed half-way: its state is unusable.
    jq = null
    throw new JqFailure('It needs more memory than there is for it')
  }
  if (result.exitCode !== 0) throw new JqFailure(messageOf(result.stderr))
  return result.stdout
}

/** Extracts jq's message: `syntax error, …, line 1, column 4`. */
function messageOf(stderr: string): string {
  const [, message = stderr] =
    /^jq: (?:parse )?error(?: \(at [^)]*\))?: *([^\n]*)/m.exec(stderr) ?? []
  const text = message.replace(' at <top-level>,', ' at').trim().replace(/:$/, '') || 'jq gave up'
  return clip(text)
}

const clip = (text: string) =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…`.toWellFormed() : text

const reasonOf = (error: unknown) => {
  if (error instanceof JqFailure) return error.message
  throw error
}

/**
 * Wraps an expression. One that compiles alone stays within its brackets, as jq reads it as a
 * whole; the empty lines end a comment that a backslash would continue.
 */
const within = (before: string, program: string, after: string) =>
  `${before}(${program}\n\n)${after}`

const caught = ' catch {error: (if type == "string" then . else tojson end)}'

/** Returns what is wrong with an expression, or null. */
export function readProgram(program: string): string | null {
  try {
    // Without input a program is compiled, and not run.
    run(program, '')
    run(within('', program, ''), '')
    return null
  } catch (error) {
    const reason = reasonOf(error)
    return program.trim() === '' ? 'It is empty' : reason
  }
}

/** Reads a member of a JSON object, as jq prints it: numbers keep their digits. */
export function pick(json: string, member: string): string {
  return run(`.[${JSON.stringify(member)}]`, json)
}

/**
 * Returns the output of a program line by line; a program that stops itself prints less.
 * @throws JqFailure
 */
function linesOf<T>(program: string, data: string): T[] {
  const lines = run(program, data).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as T)
}

const stopped = () => new JqFailure('It gave nothing')

/**
 * Returns for each rule why not all of its results are `true`, or null.
 * @throws JqFailure when they cannot be run together to their end
 */
export function evaluateRule(programs: readonly string[], data: string): (string | null)[] {
  const each = ` | if . == true then . else tojson[0:${maxTextLength}] end`
  const limit = `try [limit(${maxResults + 1}; `
  const parts = programs.map((program) => `(${within(limit, program, `${each})`)}]${caught})`)
  type Given = (true | string)[] | { error: string }
  const [given] = linesOf<Given[]>(`[${parts.join(', ')}]`, data)
  if (!given) throw stopped()
  return given.map(reasonAgainst)
}

function reasonAgainst(given: (true | string)[] | { error: string }): string | null {
  if (!Array.isArray(given)) return clip(`It failed: ${given.error}`)
  if (given.length === 0) return 'It gave nothing'
  if (given.length > maxResults) return `It gave more than ${maxResults} results`
  const other = given.find((one) => one !== true)
  return other === undefined ? null : clip(`It gave ${other}`)
}

const maxValueLength = 2_000

/**
 * Returns the results of each expression for the data, or for each element of a list.
 * @throws JqFailure when they cannot be run together to their end
 */
export function read(programs: readonly string[], data: string, max: number): Cell[][] {
  const sized = ` | if (tojson | length) > ${maxValueLength} then {error: "It gave too much to show"} else . end`
  const parts = programs.map(
    (program) => `((${within('try [limit(1; ', program, ')]')}${caught})${sized})`,
  )
  const elements = `if type == "array" then .[0:${max}] else [.] end`
  const [count, ...rows] = linesOf<number | Given[]>(
    `${elements} | length, (.[] | [${parts.join(', ')}])`,
    data,
  )
  if (rows.length !== count) throw stopped()
  return programs.map((_, column) => rows.map((row) => cellOf((row as Given[])[column]!)))
}

type Given = unknown[] | { error: string }

function cellOf(result: Given): Cell {
  if (!Array.isArray(result)) return { error: clip(result.error) }
  return result.length === 0 ? { error: 'It gave nothing' } : { value: result[0] }
}

import { parseArgs } from 'node:util'

/** Options of a run of the bench. */
export interface BenchOptions {
  /** Only the parts that matter most, at smaller sizes: about two minutes. */
  isQuick: boolean
  /** Names of the only parts to run; null for all. */
  only: readonly string[] | null
  /** Attestations in the large organization. */
  size: number
}

const units: Record<string, number> = { '': 1, k: 1e3, m: 1e6 }

/** Reads a number of attestations such as `10000`, `100k` or `10m`. @throws Error if it is none */
function sizeOf(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,9})([km]?)$/i.exec(text) ?? []
  const size = Number(digits) * (units[unit.toLowerCase()] ?? 1)
  if (size >= 10_000 && size <= 100e6) return size
  throw new Error(`--size=${text} is not between 10k and 100m, such as 500000, 100k or 10m`)
}

/**
 * Reads the command line of the bench: `--quick`, `--only=NAME[,NAME…]` and `--size=NUMBER`.
 * @throws Error for an unknown option, part or size
 */
export function readOptions(args: readonly string[], parts: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      size: { type: 'string' },
    },
  })
  const only = values.only?.split(',') ?? null
  const unknown = only?.find((name) => !parts.includes(name))
  if (unknown !== undefined) {
    throw new Error(`--only=${unknown} is no part; the parts are ${parts.join(', ')}`)
  }
  const size = values.size ?? (values.quick ? '100k' : '1m')
  return { isQuick: values.quick, only, size: sizeOf(size) }
}

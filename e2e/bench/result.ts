/** A call that reads a page. */
export interface PageRequest {
  url: string
  headers: Record<string, string>
}

/** One measured figure. */
export interface Result {
  name: string
  value: number
  /** Unit of the value and its aim; a ratio has none. */
  unit?: string
  /** The most that the value should be, or the least. */
  aim?: { most: number } | { least: number }
  /** The figures that a ratio is of, or what else belongs to the value. */
  detail?: string
  /** The call whose time the figure is about, if it is of one. */
  request?: PageRequest
}

/** Tells whether a figure misses its aim: one that is no number does. */
export function misses({ value, aim }: Result): boolean {
  if (!aim) return false
  return 'most' in aim ? !(value <= aim.most) : !(value >= aim.least)
}

/** Rounds to what can be told apart: three digits, and no fraction of thousands. */
export const short = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))

function aimOf({ aim, unit = '' }: Result): string {
  if (!aim) return ''
  const bound = 'most' in aim ? `at most ${short(aim.most)}` : `at least ${short(aim.least)}`
  return `, aim ${`${bound} ${unit}`.trimEnd()}`
}

/** Formats a figure as a line: name, value, aim and, if it has one, OK or MISS. */
export function describe(result: Result): string {
  const { name, value, unit = 'ratio', aim, detail } = result
  const given = unit === 'ratio' ? `ratio ${short(value)}` : `${short(value)} ${unit}`
  const verdict = aim ? ` ${misses(result) ? 'MISS' : 'OK'}` : ''
  return `${name}: ${detail ? `${detail}, ` : ''}${given}${aimOf(result)}${verdict}`
}

/** The lines that end a run: each figure that misses its aim, and how many do. */
export function describeMisses(results: readonly Result[]): string[] {
  const missed = results.filter(misses)
  const aimed = results.filter(({ aim }) => aim)
  return [
    `${missed.length} of ${aimed.length} figures with an aim miss it${missed.length ? ':' : '.'}`,
    ...missed.map((result) => `  ${describe(result)}`),
  ]
}

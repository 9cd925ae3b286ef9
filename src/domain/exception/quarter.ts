/** A quarter of a year, UTC; in Unix seconds. */
interface Quarter {
  from: number
  /** When the next one begins. */
  to: number
  /** "Q4 2026" */
  name: string
}

/** Returns the quarter of an instant in Unix seconds. */
export function quarterOf(at: number): Quarter {
  const date = new Date(at * 1_000)
  const year = date.getUTCFullYear()
  const index = Math.floor(date.getUTCMonth() / 3)
  const beginning = (quarter: number) => Date.UTC(year, quarter * 3) / 1_000
  return { from: beginning(index), to: beginning(index + 1), name: `Q${index + 1} ${year}` }
}

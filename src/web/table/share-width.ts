/** A column with what its content takes, in pixels. */
export interface MeasuredColumn {
  id: string
  /** So that neither its heading nor a name in it is cut. */
  need: number
  /** So that nothing in it is cut. */
  wish: number
  /** Parts that it takes of what is left over. */
  parts: number
  /** 1 is hidden first; undefined where it stays. */
  hideOrder: number | undefined
}

/** Columns that have room, with their widths in pixels, and those that are hidden. */
interface SharedWidth {
  widths: Record<string, number>
  /** Columns in which something is cut. */
  tight: ReadonlySet<string>
  hidden: ReadonlySet<string>
}

/** A name that is longer than this is cut where others need the room, in pixels. */
export const maxNameWidth = 360

/**
 * Shares the width of a table among its columns. Where their needs do not fit, columns are hidden in
 * their order; then the widest are cut to an equal width. What is left over goes to texts that would
 * be cut, the rest to columns by their parts.
 */
export function shareWidth(columns: readonly MeasuredColumn[], width: number): SharedWidth {
  const needOf = ({ need }: MeasuredColumn) => Math.min(need, maxNameWidth)
  const hidden = new Set<string>()
  const staying = () => columns.filter(({ id }) => !hidden.has(id))
  const hideable = columns
    .filter(({ hideOrder }) => hideOrder !== undefined)
    .sort((a, b) => (a.hideOrder ?? 0) - (b.hideOrder ?? 0))
  for (const { id } of hideable) {
    if (sumOf(staying().map(needOf)) <= width) break
    hidden.add(id)
  }
  const shown = staying()
  const needs = shown.map(needOf)
  const spare = width - sumOf(needs)
  if (spare < 0) return { ...widthsOf(shown, fillUp(needs, width)), hidden }
  const wished = fillUp(
    shown.map(({ wish }, index) => Math.max(0, wish - (needs[index] ?? 0))),
    spare,
  )
  const all = sumOf(shown.map(({ parts }) => parts))
  const part = all === 0 ? 0 : (spare - sumOf(wished)) / all
  const widths = shown.map(
    ({ parts }, index) => (needs[index] ?? 0) + (wished[index] ?? 0) + parts * part,
  )
  return { ...widthsOf(shown, widths), hidden }
}

/** Gives each what it asks for, at most as much as the one that gets least of what it asks. */
function fillUp(wanted: readonly number[], available: number): number[] {
  const ascending = wanted
    .map((value, index) => ({ value, index }))
    .sort((a, b) => a.value - b.value)
  const given = wanted.map(() => 0)
  let remaining = available
  for (const [at, { value, index }] of ascending.entries()) {
    const share = Math.min(value, remaining / (ascending.length - at))
    given[index] = share
    remaining -= share
  }
  return given
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

function widthsOf(columns: readonly MeasuredColumn[], widths: readonly number[]) {
  const cut = columns.filter(({ wish }, index) => (widths[index] ?? 0) < wish - rounding)
  return {
    widths: Object.fromEntries(columns.map(({ id }, index) => [id, widths[index] ?? 0])),
    tight: new Set(cut.map(({ id }) => id)),
  }
}

/** Sums of shares may miss a whole by this, in pixels. */
const rounding = 0.01

/** Lines of a policy to show: from and to are 1-based and included. */
export interface Excerpt {
  from: number
  to: number
  /** Lines of rules that failed. */
  hits: ReadonlySet<number>
}

const indentOf = (line: string) => /^[\s-]*/.exec(line)?.[0].length ?? 0
const isBlank = (line: string) => /^\s*(#|$)/.test(line)

/** The lines of the rule that begins on a line: those that stand further in than its first word. */
function extentOf(lines: readonly string[], first: number): number[] {
  const start = lines[first - 1]
  if (start === undefined) return []
  const dash = /^\s*-/.exec(start)
  const own = dash ? dash[0].length - 1 : indentOf(start)
  let last = first
  for (let at = first + 1; at <= lines.length; at++) {
    const line = lines[at - 1] ?? ''
    if (isBlank(line)) continue
    const indent = /^\s*/.exec(line)?.[0].length ?? 0
    if (indent <= own) break
    last = at
  }
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Lines around those of some rules, which are marked. */
const around = 3

/** The part of a policy's text that has some rules in it; all of it where there is none. */
export function excerptOf(lines: readonly string[], rules: readonly number[]): Excerpt {
  const hits = new Set(rules.flatMap((line) => extentOf(lines, line)))
  if (hits.size === 0) return { from: 1, to: lines.length, hits }
  return {
    from: Math.max(1, Math.min(...hits) - around),
    to: Math.min(lines.length, Math.max(...hits) + 1),
    hits,
  }
}

import { structuredPatch } from 'diff'

/** A line of a comparison, with its number on either side. */
export interface LineChange {
  kind: 'same' | 'added' | 'removed'
  text: string
  before: number | null
  after: number | null
}

const surroundings = 3
const timeoutMs = 1_000

const kinds: Record<string, LineChange['kind']> = { ' ': 'same', '+': 'added', '-': 'removed' }

/**
 * The stretches of two texts that differ, each with the lines around it; null when they differ so
 * much that comparing them takes longer than anybody waits.
 */
export function lineChanges(before: string, after: string): LineChange[][] | null {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: surroundings,
    timeout: timeoutMs,
  })
  if (!patch) return null
  return patch.hunks.map((hunk) => {
    let [old, now] = [hunk.oldStart, hunk.newStart]
    return hunk.lines.flatMap((line): LineChange[] => {
      const kind = kinds[line.charAt(0)]
      // What remains is the remark that a text ends without a line break.
      if (!kind) return []
      return [
        {
          kind,
          text: line.slice(1),
          before: kind === 'added' ? null : old++,
          after: kind === 'removed' ? null : now++,
        },
      ]
    })
  })
}

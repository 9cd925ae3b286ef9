import { clsx } from 'clsx'
import { structuredPatch } from 'diff'

const looks: Record<LineChange['kind'], { sign: string; label: string; className: string }> = {
  same: { sign: '', label: '', className: '' },
  added: { sign: '+', label: 'added', className: 'bg-accent-tint' },
  removed: { sign: '−', label: 'removed', className: 'bg-hover' },
}

/** One of two texts, and what it is called: "version 2". */
interface Side {
  name: string
  text: string
}

/** Two texts line by line, older first. Needs the comparing library: load lazily. */
export default function ChangesTable(props: { before: Side; after: Side }) {
  const stretches = lineChanges(props.before.text, props.after.text)
  if (stretches === null) {
    return <Remark>The two differ in too many lines to show them one by one.</Remark>
  }
  if (stretches.length === 0) return <Remark>Both have the same text.</Remark>
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- can scroll, so must be reachable
      tabIndex={0}
      role="region"
      aria-label="Changed lines"
      className="max-h-[70dvh] overflow-auto rounded-b-card border-t border-line py-2 focus-visible:-outline-offset-2"
    >
      <table className="w-full border-collapse font-mono text-code">
        <caption className="sr-only">
          Lines of {props.before.name} and of {props.after.name}
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Line before</th>
            <th scope="col">Line after</th>
            <th scope="col">Change</th>
            <th scope="col">Text</th>
          </tr>
        </thead>
        {stretches.map((changes, index) => (
          <tbody key={index} className={clsx(index > 0 && 'border-t border-line')}>
            {changes.map((change, line) => (
              <Line key={line} change={change} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Line(props: { change: LineChange }) {
  const { kind, text, before, after } = props.change
  const { sign, label, className } = looks[kind]
  return (
    <tr className={className}>
      <LineNumber value={before} />
      <LineNumber value={after} />
      <td className="w-6 text-center align-top font-semibold select-none">
        <span aria-hidden="true">{sign}</span>
        <span className="sr-only">{label}</span>
      </td>
      <td className="pr-4 align-top wrap-anywhere whitespace-pre-wrap">{text}</td>
    </tr>
  )
}

function LineNumber(props: { value: number | null }) {
  return (
    <td className="w-10 pl-2 text-right align-top text-muted select-none">{props.value ?? ''}</td>
  )
}

function Remark(props: { children: string }) {
  return <p className="border-t border-line px-4 py-3 text-table text-muted">{props.children}</p>
}

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
      // The rest is the remark that a text ends without a line break.
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

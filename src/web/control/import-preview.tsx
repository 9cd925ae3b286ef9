import type { ControlImport } from '#contract/control/control-import.ts'
import { VerdictLabel } from '../ui/verdict-word.tsx'

type Row = ControlImport['rows'][number]

const actions = {
  refused: { verdict: 'non-compliant', word: 'Refused', many: 'refused' },
  create: { verdict: 'compliant', word: 'New', many: 'new' },
  update: { verdict: 'compliant', word: 'Changed', many: 'changed' },
  unchanged: { verdict: 'missing', word: 'Unchanged', many: 'unchanged' },
} as const
const inOrder = ['refused', 'create', 'update', 'unchanged'] as const

/** What an import would do, row by row; what keeps it out comes first. */
export function ImportPreview({ plan }: { plan: ControlImport }) {
  const rowsOf = (action: Row['action']) => plan.rows.filter((row) => row.action === action)
  const counts = inOrder.flatMap((action) => {
    const count = rowsOf(action).length
    return count > 0 ? [`${count} ${actions[action].many}`] : []
  })
  const isRefused = rowsOf('refused').length > 0
  return (
    <section aria-label="Preview" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p role="status">
        {counts.join(', ') || 'There is no row below the heading'}.
        {isRefused && ' Nothing is imported until every row can be.'}
        {plan.ignored_columns.length > 0 && (
          <span className="wrap-anywhere text-muted">
            {' '}
            Left out: {plan.ignored_columns.join(', ')}.
          </span>
        )}
      </p>
      {plan.rows.length > 0 && (
        <div
          className="max-h-72 overflow-y-auto rounded-base border border-line"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by the keyboard
          tabIndex={0}
          role="region"
          aria-label="Rows"
        >
          <ul>
            {inOrder.flatMap((action) =>
              rowsOf(action).map((row) => <RowItem key={row.row} row={row} />),
            )}
          </ul>
        </div>
      )}
    </section>
  )
}

function RowItem({ row }: { row: Row }) {
  const { verdict, word } = actions[row.action]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_112px] gap-x-3 border-b border-line px-3 py-1.5 last:border-b-0">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">{row.identifier || 'No identifier'}</span>{' '}
        <span className="text-muted">row {row.row}</span>
      </p>
      <VerdictLabel verdict={verdict} word={word} />
      <ul className="col-span-2 text-meta wrap-anywhere text-muted">
        {row.problems.map(({ column, rule, value }) => (
          <li key={column + rule}>
            <span className="text-text">{column}</span>: {rule}
            {value !== null && <>; it says “{value}”</>}
          </li>
        ))}
        {row.changes.map(({ field, before, after }) => (
          <li key={field}>
            <span className="text-text">{field}</span>:{' '}
            {before !== null && <>{before || 'none'} → </>}
            {after}
          </li>
        ))}
      </ul>
    </li>
  )
}

import { clsx } from 'clsx'
import { useId, useRef } from 'react'
import { plainField, plainRefusal } from '#contract/common/plain-reason.ts'
import type { DraftProblem } from '#contract/template/template.ts'
import { WarningSign } from '#web/ui/warning-sign.tsx'

/** A field for YAML with line numbers; what is wrong stands on its line, and in words below. */
export function DraftEditor(props: {
  /** Name for assistive technology. */
  label: string
  text: string
  problems: readonly DraftProblem[]
  onChange: (text: string) => void
}) {
  const { text, problems } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const count = text.split('\n').length
  const goTo = ({ line, column }: DraftProblem) => {
    const before = text.split('\n').slice(0, line - 1)
    const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1
    field.current?.focus()
    field.current?.setSelectionRange(at, at)
  }
  return (
    <>
      <div className="grid max-h-[60dvh] grow grid-cols-[3rem_minmax(0,1fr)] overflow-y-auto border-t border-line bg-surface font-mono text-code has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent">
        <div aria-hidden="true" className="py-2 pr-3 text-right text-muted select-none">
          {Array.from({ length: count }, (_, index) => (
            <LineNumber key={index} line={index + 1} problems={problems} />
          ))}
        </div>
        <textarea
          ref={field}
          aria-label={props.label}
          aria-invalid={problems.length > 0 ? true : undefined}
          aria-describedby={problems.length > 0 ? id : undefined}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          rows={Math.max(12, count)}
          value={text}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          className="resize-none overflow-x-auto bg-transparent py-2 pr-4 whitespace-pre outline-none"
        />
      </div>
      <ul id={id} aria-label="Errors in the draft" className="empty:hidden">
        {problems.map((problem, index) => (
          <li key={index} className="border-t border-line">
            <button
              type="button"
              onClick={() => goTo(problem)}
              className="flex min-h-9 w-full items-center gap-2 px-4 py-1 text-left text-table font-medium hover:bg-hover focus-visible:-outline-offset-2 max-md:min-h-11"
            >
              <WarningSign className="size-3.5" />
              <span className="min-w-0 flex-1 wrap-anywhere">{problemText(problem)}</span>
              <span className="text-meta font-normal whitespace-nowrap text-muted">
                line {problem.line}, column {problem.column}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

const problemText = ({ path, message }: DraftProblem) =>
  `${path && `${plainField(path)}: `}${plainRefusal(message)}`

function LineNumber(props: { line: number; problems: readonly DraftProblem[] }) {
  const own = props.problems.filter(({ line }) => line === props.line)
  return (
    <div
      title={own.map(problemText).join('\n') || undefined}
      className={clsx(
        'flex items-center justify-end gap-1',
        own.length > 0 && 'font-semibold text-text',
      )}
    >
      {own.length > 0 && <WarningSign className="size-3" />}
      {props.line}
    </div>
  )
}

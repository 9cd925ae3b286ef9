/** A document as it was sent, with line numbers; `#line-3` in the address leads to a line. */
export function NumberedLines(props: { label: string; text: string }) {
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- can scroll, so must be reachable
      tabIndex={0}
      aria-label={props.label}
      className="max-h-[70dvh] overflow-auto rounded-b-card border-t border-line bg-surface py-2 font-mono text-code focus-visible:-outline-offset-2"
    >
      {linesOf(props.text).map((line, index) => (
        <span
          key={index}
          id={`line-${index + 1}`}
          className="grid scroll-my-24 grid-cols-[3rem_minmax(0,1fr)] pr-4 target:bg-accent-tint"
        >
          <span aria-hidden="true" className="pr-4 text-right text-muted select-none">
            {index + 1}
          </span>
          <span className="wrap-anywhere whitespace-pre-wrap">{line || ' '}</span>
        </span>
      ))}
    </pre>
  )
}

/** The lines of a text; a line break at its end begins no further one. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

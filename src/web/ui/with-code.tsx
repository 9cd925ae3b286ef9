/** Text of ours in which parts between backticks are code, as Markdown has it. */
export function WithCode(props: { text: string }) {
  return props.text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="font-mono text-code">
        {part}
      </code>
    ) : (
      part
    ),
  )
}

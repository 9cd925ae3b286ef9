import { markMatches } from '#domain/search/match-name.ts'

/** A name with what was searched for marked in it. */
export function Matched(props: { text: string; of: string }) {
  return markMatches(props.text, props.of).map((piece, index) =>
    piece.isMatch ? (
      <mark
        key={index}
        className="bg-transparent font-semibold text-accent underline underline-offset-3 forced-colors:text-[CanvasText]"
      >
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}

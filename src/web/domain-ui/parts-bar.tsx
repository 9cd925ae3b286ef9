import { type FillVerdict, Swatch, useVerdictFills } from './verdict-fill.tsx'

const outlined = { fill: 'var(--bg)', stroke: 'var(--control-border)' }

/** The fill of a part in a legend; of what is not asked an outline. */
export function PartSwatch({ fill }: { fill: FillVerdict | null }) {
  if (fill) return <Swatch verdict={fill} />
  return (
    <svg width="12" height="12" aria-hidden="true" className="shrink-0">
      <rect x=".5" y=".5" width="11" height="11" {...outlined} />
    </svg>
  )
}

/** Pixels between two parts, and of the smallest part: one artifact of thousands is seen. */
const gap = 3
const smallest = 6

/** A whole in its parts, one after the other; the numbers stand beside it in words. */
export function PartsBar(props: {
  parts: readonly { label: string; fill: FillVerdict | null; count: number }[]
  /** In pixels. */
  height: number
}) {
  const { height } = props
  const { fills, definitions } = useVerdictFills()
  return (
    <div aria-hidden="true" className="flex" style={{ gap }}>
      {props.parts.map(
        ({ label, fill, count }) =>
          count > 0 && (
            <svg
              key={label}
              height={height}
              className="block w-0"
              style={{ flexGrow: count, minWidth: smallest }}
            >
              {definitions}
              {fill ? (
                <rect width="100%" height={height} fill={fills[fill]} />
              ) : (
                <rect
                  x=".5"
                  y=".5"
                  height={height - 1}
                  style={{ width: 'calc(100% - 1px)' }}
                  {...outlined}
                />
              )}
            </svg>
          ),
      )}
    </div>
  )
}

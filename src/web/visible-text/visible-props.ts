import { visibleText } from '#domain/common/visible-text.ts'

/** Properties that hold text for people, in elements of HTML and in parts that pass them on to one. */
const texts = ['children', 'title', 'alt', 'placeholder', 'aria-label', 'aria-description'] as const

type Props = Partial<Record<(typeof texts)[number], unknown>>

function visible(node: unknown): unknown {
  if (typeof node === 'string') return visibleText(node)
  if (!Array.isArray(node)) return node
  const all = node.map(visible)
  return all.every((one, index) => one === node[index]) ? (node as unknown) : all
}

/**
 * Properties of an element as it is shown: signs in its text and in what is told of it that are
 * invisible, or turn text round, stand there as `‹202E›`. What a field holds (`value`) is as it was.
 */
export function visibleProps(props: Props): Props {
  let shown = props
  for (const name of texts) {
    const text = visible(props[name])
    if (text !== props[name]) shown = { ...shown, [name]: text }
  }
  return shown
}

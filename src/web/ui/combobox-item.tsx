import { clsx } from 'clsx'
import { layerItemClass } from './layer.ts'

/** Look of an option; the library tells the highlighted one by `data-selected`. */
export const itemClass = clsx(layerItemClass, 'data-[selected=true]:bg-hover')

/** A name with the typed part marked. */
export function Marked(props: { text: string; part: string }) {
  const { text } = props
  const part = props.part.trim().toLowerCase()
  const at = part === '' ? -1 : text.toLowerCase().indexOf(part)
  if (at === -1) return <span className="min-w-0 wrap-anywhere">{text}</span>
  return (
    <span className="min-w-0 wrap-anywhere">
      {text.slice(0, at)}
      <b className="font-semibold text-accent">{text.slice(at, at + part.length)}</b>
      {text.slice(at + part.length)}
    </span>
  )
}

import { ArrowLeftRight, Flag, Hourglass, ShieldMinus } from 'lucide-react'
import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { type QualifiedVerdict, qualifierText } from '#domain/verdict/qualified-verdict.ts'
import { Icon } from '#web/ui/icon.tsx'
import { verdicts } from './verdict-shapes.tsx'

/** Signs of exceptions, in the order in which they are said. */
const signs = [
  ['overridden', ArrowLeftRight],
  ['allow_listed', Flag],
  ['exempt', ShieldMinus],
] as const

/** A rule that applies to nothing: an empty slot. */
const NotAsked = () => (
  <svg viewBox="0 0 16 16" aria-hidden="true" fill="none" className="size-3">
    {verdicts['not-asked'].shape}
  </svg>
)

function Signs({ qualifiers }: { qualifiers: Qualifiers }) {
  const exceptions = signs.filter(([kind]) => qualifiers[kind] > 0)
  // No room for none: where nothing runs there is no sign.
  if (exceptions.length + qualifiers.expired.length + qualifiers.not_asked === 0) return null
  return (
    <span data-signs className="mr-1 inline-flex gap-0.5 align-[-1px]">
      {qualifiers.expired.length > 0 && <Icon of={Hourglass} small />}
      {exceptions.map(([kind, of]) => (
        <Icon key={kind} of={of} small />
      ))}
      {exceptions.length === 0 && qualifiers.not_asked > 0 && <NotAsked />}
    </span>
  )
}

/** Qualifiers after the word of a verdict: "by override"; nothing after a plain one. */
export function QualifierText(props: QualifiedVerdict) {
  const { qualifiers } = props
  const text = qualifierText(props)
  if (!qualifiers || text === '') return null
  return (
    <span className="font-normal text-muted">
      {text.startsWith('by ') ? ' ' : ', '}
      <Signs qualifiers={qualifiers} />
      {text}
    </span>
  )
}

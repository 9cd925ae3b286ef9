import type { SearchKind } from '#contract/search/record-search.ts'
import { prefixOf } from '#domain/search/search-text.ts'
import { Kbd } from '#web/ui/kbd.tsx'

const shown: readonly [kind: SearchKind, label: string][] = [
  ['environment', 'environments'],
  ['flow', 'flows'],
  ['person', 'people'],
  ['commit', 'hashes'],
]

/** Prefixes that narrow the search, to type or to press, and the keys that work. */
export function PaletteFooter(props: { onNarrow: (kind: SearchKind) => void }) {
  return (
    <footer className="flex min-h-10 shrink-0 items-center justify-between border-t border-line pr-4 pl-2 text-meta text-muted max-md:px-0 max-md:py-1">
      <ul
        aria-label="Narrow the search"
        className="flex gap-1 max-md:flex-1 max-md:justify-between"
      >
        {shown.map(([kind, label]) => (
          <li key={kind}>
            <button
              type="button"
              className="flex h-6 items-center gap-1.5 rounded-tag px-2 whitespace-nowrap hover:bg-hover max-md:h-11"
              onClick={() => props.onNarrow(kind)}
            >
              <code className="font-mono font-medium text-text max-md:sr-only">
                {prefixOf[kind]}
              </code>
              <span>{label}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="flex items-center gap-1 whitespace-nowrap max-md:hidden">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        <span className="mr-1">choose</span>
        <Kbd>↵</Kbd>
        <span className="mr-1">open</span>
        <Kbd>Tab</Kbd>
        <span>this kind only</span>
      </p>
    </footer>
  )
}

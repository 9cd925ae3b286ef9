import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { isPlain, verdictLabel } from '#domain/verdict/qualified-verdict.ts'
import { QualifierText } from '#web/domain-ui/qualifier-text.tsx'
import { type Verdict, VerdictMark } from '#web/domain-ui/verdict.tsx'

/** A node of a derivation: its verdict, what it is, and what it rests on. */
export interface TreeNode {
  key: string
  verdict: Verdict
  /** Qualifiers of the verdict. */
  qualifiers?: Qualifiers
  /** Its label says what the verdict alone does not. */
  isHollow?: boolean
  /** No report came when one was due. */
  isStale?: boolean
  /** "Artifact", "Rule"; muted before the name. */
  kind?: string
  label: ReactNode
  /** At the right edge. */
  end?: ReactNode
  title?: string
  /** Deciding fact below the node; tinted where it is bad. */
  leaf?: ReactNode
  /** Whether its children are shown at first. */
  isOpen?: boolean
  /** Offers its children in words. */
  isFold?: boolean
  children?: readonly TreeNode[]
}

const item = '[role="treeitem"]'

/** A derivation as a tree: arrows move and fold, Enter follows a node's link. */
export function VerdictTree(props: { label: string; root: TreeNode }) {
  const tree = useRef<HTMLUListElement>(null)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState(props.root.key)
  const toggle = (key: string) =>
    setToggled((old) => {
      const next = new Set(old)
      if (!next.delete(key)) next.add(key)
      return next
    })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (!target.matches(item)) return
    const all = [...(tree.current?.querySelectorAll<HTMLElement>(item) ?? [])]
    const at = all.indexOf(target)
    const state = target.getAttribute('aria-expanded')
    const key = target.dataset['key'] ?? ''
    const parent = target.parentElement?.closest<HTMLElement>(item)
    const moves: Record<string, () => void> = {
      ArrowDown: () => all[at + 1]?.focus(),
      ArrowUp: () => all[at - 1]?.focus(),
      Home: () => all[0]?.focus(),
      End: () => all.at(-1)?.focus(),
      ArrowRight: () =>
        state === 'false' ? toggle(key) : state === 'true' && all[at + 1]?.focus(),
      ArrowLeft: () => (state === 'true' ? toggle(key) : parent?.focus()),
      Enter: () => {
        const link = target.querySelector<HTMLElement>(':scope > [data-node] a')
        if (link) link.click()
        else if (state !== null) toggle(key)
      },
      ' ': () => state !== null && toggle(key),
    }
    const move = moves[event.key]
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }

  return (
    <ul
      ref={tree}
      role="tree"
      aria-label={props.label}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const key = target.dataset['key']
        if (key !== undefined) setCurrent(key)
      }}
      className="text-table"
    >
      <Item node={props.root} state={{ toggled, toggle, current }} isRoot />
    </ul>
  )
}

interface TreeState {
  toggled: ReadonlySet<string>
  toggle: (key: string) => void
  /** Key of the only node in the tab order. */
  current: string
}

const line =
  "relative before:absolute before:top-[.8125rem] before:-left-5 before:w-3.5 max-md:before:-left-4 max-md:before:w-2.5 before:border-t before:border-line-strong before:content-[''] last:after:absolute last:after:top-3.5 last:after:bottom-0 last:after:-left-[1.3125rem] max-md:last:after:-left-[1.0625rem] last:after:w-px last:after:bg-bg last:after:content-['']"

function Item(props: { node: TreeNode; state: TreeState; isRoot?: boolean }) {
  const { node, state } = props
  const { key, ...shown } = node
  const { verdict, kind, children = [] } = shown
  const id = useId()
  const isOpen = (node.isOpen ?? false) !== state.toggled.has(key)
  const isBranch = children.length > 0
  return (
    <li
      role="treeitem"
      data-key={key}
      aria-labelledby={id}
      aria-selected={false}
      {...(isBranch && { 'aria-expanded': isOpen })}
      tabIndex={state.current === key ? 0 : -1}
      className={clsx(
        'py-[3px] focus-visible:outline-none [&:focus-visible>[data-node]]:rounded-tag [&:focus-visible>[data-node]]:outline-2 [&:focus-visible>[data-node]]:outline-offset-2 [&:focus-visible>[data-node]]:outline-accent',
        !props.isRoot && line,
      )}
    >
      <div id={id} data-node title={node.title} className="flex min-h-5 items-start gap-2">
        <span className="grid h-5 shrink-0 place-items-center">
          <VerdictMark
            verdict={verdict}
            silent
            isStale={node.isStale}
            isQualified={node.isHollow === true || !isPlain(node)}
          />
          <span className="sr-only">{verdictLabel(node)}</span>
        </span>
        <span className="flex min-w-0 flex-1 gap-x-2 max-md:flex-wrap">
          <span className="min-w-0 grow wrap-anywhere">
            {kind && <span className="text-muted">{kind} </span>}
            {node.label}
            <QualifierText {...shown} />
          </span>
          {node.end && (
            <span className="shrink-0 text-meta leading-5 text-muted max-md:shrink">
              {node.end}
            </span>
          )}
        </span>
        {isBranch && (node.isFold || state.toggled.has(key)) && (
          <button
            type="button"
            tabIndex={-1}
            className="shrink-0 text-meta leading-5 text-accent hover:underline max-md:-my-3 max-md:py-3"
            onClick={() => state.toggle(key)}
          >
            {isOpen ? 'Hide' : 'Show'}
          </button>
        )}
      </div>
      {node.leaf && (
        <div
          className={clsx(
            'my-1 ml-[1.375rem] grid gap-1 rounded-base px-3 py-2',
            verdict === 'non-compliant' && 'bg-non-compliant-tint',
            verdict === 'incomplete' && 'bg-incomplete-tint',
            (verdict === 'missing' || verdict === 'unknown') && 'bg-unknown-tint',
            verdict === 'compliant' &&
              (isPlain(node) ? 'py-0! pl-0!' : 'border border-line-strong py-1.5!'),
          )}
        >
          {node.leaf}
        </div>
      )}
      {isBranch && isOpen && (
        <ul role="group" className="ml-[.4375rem] border-l border-line-strong pl-5 max-md:pl-4">
          {children.map((child) => (
            <Item key={child.key} node={child} state={state} />
          ))}
        </ul>
      )}
    </li>
  )
}

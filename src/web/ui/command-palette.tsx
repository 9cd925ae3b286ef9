import { clsx } from 'clsx'
import { Command } from 'cmdk'
import { type LucideIcon, Search, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'

/** Something to choose: a record, a page or an action. */
export interface CommandRow {
  /** Unique among all rows. */
  id: string
  icon: LucideIcon
  name: ReactNode
  /** Its context, beside the name. */
  note?: ReactNode
  /** Its kind, where a group has several. */
  kind?: string | undefined
  /** Text about it, at the end of the row. */
  hint?: ReactNode
  /** Its address, for another tab of the browser; null for an action. */
  href: string | null
  /** Whether the palette stays open, as for another search. */
  stays?: boolean
  run: () => void
}

/** Rows of one kind. */
export interface CommandGroup {
  label: string
  rows: readonly CommandRow[]
  /** Shows this kind only. */
  onNarrow?: (() => void) | undefined
  hasMore?: boolean
  /** Offered where nothing is found: only who sees it chooses it. */
  isInstead?: boolean
}

/**
 * A field over grouped rows, in a dialog: arrows choose, Enter opens, Tab shows one kind only, and
 * Escape gives the focus back. What was chosen runs once the dialog is gone. Enter that is pressed
 * before the answer, with no row walked to, waits for it: the same text opens the same row, however
 * fast it is typed.
 */
export function CommandPalette(props: {
  /** Purpose of the field; its placeholder. */
  label: string
  text: string
  onText: (text: string) => void
  groups: readonly CommandGroup[]
  /** Result, for screen readers. */
  status: string
  /** Another row may come first with the answer that is awaited. */
  isFirstAwaited: boolean
  /** Content above the rows: nothing found, or a failure. */
  lead?: ReactNode
  /** Its buttons change the text in what the given function makes. */
  renderFooter: (andFocus: (change: () => void) => () => void) => ReactNode
  onClose: () => void
}) {
  const { label, text, onText, groups, isFirstAwaited, onClose } = props
  const [selected, setSelected] = useState('')
  // Until a row is pointed at or walked to, the first one is chosen, also of a later answer.
  const [isMoved, setMoved] = useState(false)
  const rows = groups.flatMap((group) => group.rows)
  const current = isMoved && rows.some(({ id }) => id === selected) ? selected : (rows[0]?.id ?? '')
  const chosen = useRef<(() => void) | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const isEntered = useRef(false)
  const choose = ({ stays, run }: CommandRow) => {
    if (stays) return run()
    chosen.current = run
    onClose()
  }
  // The library tells assistive technology of rows that were walked to, and of no other.
  const setActiveDescendant = (list: HTMLElement | null) => {
    const options = list?.querySelectorAll('[role=option]') ?? []
    const row = [...options].find((one) => one.getAttribute('data-value') === current)
    field.current?.setAttribute('aria-activedescendant', row?.id ?? '')
  }
  useEffect(() => {
    if (isFirstAwaited || !isEntered.current) return
    isEntered.current = false
    const [first] = groups
    if (first?.rows[0] && !first.isInstead) choose(first.rows[0])
  })
  // A button that changes the text gives the focus to the field.
  const andFocus = (change: () => void) => () => {
    change()
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The caret moves by these; the library would move the choice.
    if (event.key === 'Home' || event.key === 'End') event.stopPropagation()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setMoved(true)
      // Where there is one row, the library reports no change.
      setSelected(current)
      isEntered.current = false
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && isFirstAwaited && !isMoved) {
      event.preventDefault()
      isEntered.current = true
    }
    if (event.key !== 'Tab' || event.shiftKey) return
    const group = groups.find(({ rows }) => rows.some(({ id }) => id === current))
    if (!group?.onNarrow) return
    event.preventDefault()
    group.onNarrow()
  }
  return (
    <Dialog title={label} position="palette" onClose={onClose} onClosed={() => chosen.current?.()}>
      <Command
        label={label}
        shouldFilter={false}
        vimBindings={false}
        loop
        value={current}
        onValueChange={setSelected}
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        <div className="flex h-13 shrink-0 items-center gap-3 border-b border-line pr-3 pl-4 max-md:h-14 max-md:pr-1">
          <Icon of={Search} className="shrink-0 text-muted" />
          <Command.Input
            ref={field}
            value={text}
            onValueChange={(next) => {
              setMoved(false)
              isEntered.current = false
              onText(next)
            }}
            onKeyDown={onKeyDown}
            placeholder={label}
            maxLength={255}
            autoCapitalize="off"
            enterKeyHint="go"
            className="h-full min-w-0 flex-1 bg-transparent text-lead outline-none placeholder:text-muted"
          />
          {text !== '' && (
            <Button
              kind="quiet"
              size="small"
              icon
              aria-label="Clear"
              onClick={andFocus(() => onText(''))}
            >
              <Icon of={X} small />
            </Button>
          )}
          <button
            type="button"
            className="flex min-h-6 items-center rounded-base px-1 text-muted hover:text-text max-md:min-h-11 max-md:min-w-16 max-md:justify-center max-md:text-body max-md:font-medium"
            onClick={onClose}
          >
            <span className="max-md:hidden">
              <Kbd>Esc</Kbd>
              <span className="sr-only">, close</span>
            </span>
            <span className="md:hidden">Cancel</span>
          </button>
        </div>
        <p role="status" className="sr-only">
          {props.status}
        </p>
        {props.lead}
        <Command.List
          ref={setActiveDescendant}
          onPointerMove={() => setMoved(true)}
          label={`${label}: what was found`}
          className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain px-2 pt-1 pb-2"
        >
          {groups.map(({ onNarrow, ...group }) => (
            <Group
              key={group.label}
              group={{ ...group, onNarrow: onNarrow && andFocus(onNarrow) }}
              onChoose={choose}
            />
          ))}
        </Command.List>
      </Command>
      {props.renderFooter(andFocus)}
    </Dialog>
  )
}

function Group(props: { group: CommandGroup; onChoose: (row: CommandRow) => void }) {
  const { label, rows, hasMore, onNarrow } = props.group
  if (rows.length === 0) return null
  return (
    <Command.Group
      heading={
        <span className="flex items-center justify-between px-2 pt-2 pb-1 text-meta text-muted">
          <span className="font-medium">{label}</span>
          {hasMore &&
            (onNarrow ? (
              // By keyboard, Tab does the same.
              <button type="button" tabIndex={-1} className="hover:underline" onClick={onNarrow}>
                More
              </button>
            ) : (
              <span>the first {rows.length}</span>
            ))}
        </span>
      }
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} onChoose={props.onChoose} />
      ))}
    </Command.Group>
  )
}

const rowClass =
  'flex min-h-9 cursor-default items-center gap-x-3 rounded-base px-2 text-table text-text no-underline outline-none select-none data-[selected=true]:bg-hover max-md:min-h-11 max-md:flex-wrap max-md:content-center max-md:py-1.5'

/** In another tab or window it is the browser's business: not even the choice is told. */
const passToBrowser = (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) event.stopPropagation()
}

function Row(props: { row: CommandRow; onChoose: (row: CommandRow) => void }) {
  const { id, href, icon } = props.row
  const item = {
    value: id,
    className: clsx('group', rowClass),
    onSelect: () => props.onChoose(props.row),
  }
  const face = (
    <>
      <Icon
        of={icon}
        className="shrink-0 text-muted group-data-[selected=true]:text-accent max-md:mt-0.5 max-md:self-start"
      />
      <Face row={props.row} />
    </>
  )
  if (href === null) return <Command.Item {...item}>{face}</Command.Item>
  return (
    <Command.Item {...item} asChild>
      <a
        href={href}
        tabIndex={-1}
        onClickCapture={passToBrowser}
        onClick={(event) => event.preventDefault()}
      >
        {face}
      </a>
    </Command.Item>
  )
}

function Face({ row }: { row: CommandRow }) {
  const { hint, kind, name, note } = row
  return (
    <>
      <span className="flex min-w-0 flex-1 gap-1.5 max-md:basis-[calc(100%-1.75rem)] max-md:text-body">
        <b className="max-w-full shrink-0 truncate font-medium max-md:whitespace-normal">{name}</b>
        {note && <span className="min-w-0 truncate text-muted">{note}</span>}
      </span>
      {kind && (
        <span className="w-22 shrink-0 text-meta text-muted max-md:ml-7 max-md:w-auto">{kind}</span>
      )}
      {hint && (
        <span
          className={clsx(
            'flex shrink-0 items-center gap-1.5 text-meta text-muted max-md:flex-row-reverse',
            kind ? 'justify-end md:min-w-44' : 'max-md:ml-7',
          )}
        >
          {hint}
        </span>
      )}
    </>
  )
}

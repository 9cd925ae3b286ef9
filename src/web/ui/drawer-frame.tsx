import { ArrowLeft, ChevronLeft, ChevronRight, CodeXml, X } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { DrawerSlot, drawerSlotId } from './drawer-slot.tsx'
import { Icon } from './icon.tsx'
import { useShortcuts } from './shortcuts.ts'
import { useIsPhone } from './use-media-query.ts'

/** Ways out of a drawer; a step that does not exist is not offered. */
export interface DrawerSteps {
  /** To what it showed before something else took its place. */
  onBack?: (() => void) | null
  onClose: () => void
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  /** Moves the focus in when the drawer opens because of an action. */
  takesFocus: boolean
}

/**
 * The frame of a drawer: docked beside the page from 1200 px, over the page below, the whole
 * screen on phones. Esc closes, [ and ] step.
 */
export function DrawerFrame(props: {
  title: string
  meta?: ReactNode
  /** The service's answer, to be read as it is instead. */
  raw?: unknown
  steps: DrawerSteps
  /** Actions, always in sight. */
  foot?: ReactNode
  children: ReactNode
}) {
  const { title, steps, raw } = props
  const { onBack = null, onPrevious, onNext } = steps
  const [isRaw, setRaw] = useState(false)
  const isPhone = useIsPhone()
  // On a phone it is all that there is: the page behind it cannot be reached.
  const role = isPhone
    ? ({ role: 'dialog', 'aria-modal': true } as const)
    : ({ role: 'complementary' } as const)
  const heading = useRef<HTMLHeadingElement>(null)
  const { takesFocus } = steps
  // Measured before it is there: to measure it afterwards, the page would be laid out twice more.
  const [anchor] = useState(() => (takesFocus ? scrollAnchor() : null))
  useLayoutEffect(() => {
    if (anchor) restoreScroll(anchor)
  }, [anchor])
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  useShortcuts([
    { key: 'Escape', label: 'Close the drawer', run: steps.onClose },
    ...(onPrevious ? [{ key: '[', label: 'Previous', run: onPrevious }] : []),
    ...(onNext ? [{ key: ']', label: 'Next', run: onNext }] : []),
  ])
  return (
    <DrawerSlot>
      <section
        {...role}
        aria-label={title}
        className="sticky top-0 flex h-dvh w-[35rem] flex-col short:overflow-y-auto border-l border-line bg-bg max-dock:fixed max-dock:inset-y-0 max-dock:right-0 max-dock:z-30 max-dock:max-w-full max-dock:shadow-float max-md:w-full max-md:border-0"
      >
        <div className="shrink-0 border-b border-line py-3 pr-3 pl-6 max-md:py-1 max-md:pr-1 max-md:pb-3 max-md:pl-4">
          <div className="flex min-h-8 items-center gap-1">
            <IconButton label="Back" icon={ArrowLeft} onPress={onBack} />
            <h2
              ref={heading}
              tabIndex={-1}
              className="line-clamp-2 min-w-0 flex-1 text-lead font-semibold wrap-anywhere"
              title={title}
            >
              {title}
            </h2>
            <IconButton label="Previous, [" icon={ChevronLeft} onPress={onPrevious} />
            <IconButton label="Next, ]" icon={ChevronRight} onPress={onNext} />
            {raw !== undefined && (
              <Button
                kind="quiet"
                icon
                aria-label="Raw JSON"
                aria-pressed={isRaw}
                className="aria-pressed:bg-hover aria-pressed:text-text"
                onClick={() => setRaw(!isRaw)}
              >
                <Icon of={CodeXml} />
              </Button>
            )}
            <IconButton label="Close, Esc" icon={X} onPress={steps.onClose} />
          </div>
          {props.meta && <div className="flex flex-wrap items-center gap-x-2">{props.meta}</div>}
        </div>
        <div
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls, so must be reachable
          tabIndex={0}
          role="region"
          aria-label="Details"
          // A preview moves nothing aside.
          style={{ scrollbarGutter: 'stable' }}
          className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-6 overflow-y-auto overscroll-contain short:shrink-0 short:grow-0 short:basis-auto short:overflow-visible px-6 pt-4 pb-6 focus-visible:-outline-offset-2 max-md:px-4"
        >
          {isRaw && raw !== undefined ? <Raw value={raw} /> : props.children}
        </div>
        {props.foot && (
          <div className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line px-6 py-3 max-md:px-4">
            {props.foot}
          </div>
        )}
      </section>
    </DrawerSlot>
  )
}

/** Element that stays in place while a drawer opens, and its position; null where browsers see to that. */
function scrollAnchor() {
  const slot = document.getElementById(drawerSlotId)
  const main = document.getElementById('main')
  // They do unless the page is at its top.
  if (!slot || !main || scrollY > 0) return null
  const focused = document.activeElement
  const element = focused && main.contains(focused) ? focused : main.lastElementChild
  if (!element) return null
  // Without what keeps the room of a drawer that is being loaded.
  slot.hidden = true
  const { top } = element.getBoundingClientRect()
  slot.hidden = false
  return { element, top }
}

/**
 * Scrolls by what a drawer has moved the page's content down: the line that opened it stays under the
 * pointer.
 */
function restoreScroll({ element, top }: { element: Element; top: number }) {
  if (!element.isConnected || scrollY > 0) return
  scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' })
}

/** The key that a line of indented JSON begins with. */
const keyOfLine = /^ *"(?:[^"\\]|\\.)*":/

function Raw(props: { value: unknown }) {
  const text = JSON.stringify(props.value, null, 2)
  return (
    <div className="grid gap-2">
      <div className="ml-auto">
        <CopyButton text={text} what="Raw JSON" label="Copy" />
      </div>
      <pre className="rounded-base border border-line bg-surface px-3 py-2 font-mono text-code wrap-anywhere whitespace-pre-wrap">
        {text.split('\n').map((line, at) => {
          const key = keyOfLine.exec(line)?.[0] ?? ''
          return (
            // oxlint-disable-next-line react/no-array-index-key -- lines of one text
            <Fragment key={at}>
              {at > 0 && '\n'}
              {key && <span className="text-muted">{key}</span>}
              {line.slice(key.length)}
            </Fragment>
          )
        })}
      </pre>
    </div>
  )
}

function IconButton(props: { label: string; icon: typeof X; onPress: (() => void) | null }) {
  if (!props.onPress) return null
  return (
    <Button kind="quiet" icon aria-label={props.label} onClick={props.onPress}>
      <Icon of={props.icon} />
    </Button>
  )
}

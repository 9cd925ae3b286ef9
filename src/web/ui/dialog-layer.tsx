import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { LayerHost } from './layer.ts'

/**
 * Where a dialog stands: over the page, on phones a sheet from below; or at an edge. A `palette`
 * has no head, and is the whole page on phones.
 */
type DialogPosition = 'center' | 'wide' | 'left' | 'bottom' | 'palette'

const overPage =
  'top-[15dvh] left-1/2 max-h-[calc(85dvh-1rem)] -translate-x-1/2 rounded-[12px] max-md:top-auto max-md:bottom-0 max-md:left-0 max-md:w-full max-md:translate-x-0 max-md:rounded-b-none'

const classes: Record<DialogPosition, string> = {
  center: `w-[min(30rem,calc(100vw-2rem))] ${overPage}`,
  wide: `w-[min(40rem,calc(100vw-2rem))] ${overPage}`,
  left: 'inset-y-0 left-0 w-72 max-w-[85vw]',
  palette:
    'top-26 left-1/2 max-h-[calc(100dvh-9.5rem)] w-[min(41rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-[12px] max-md:inset-0 max-md:max-h-none max-md:w-auto max-md:translate-x-0 max-md:rounded-none max-md:bg-bg',
  bottom: 'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-card',
}

/** Controls that are filled in, with those of the head left out. */
const fields =
  ':is(input:not([type=hidden], [aria-hidden]), textarea, [role=combobox], [role=radio], [role=checkbox]):not(:disabled)'

/** Owner's props of a dialog. */
export interface DialogProps {
  title: string
  /** The title is read out but not shown. */
  hideTitle?: boolean
  position?: DialogPosition | undefined
  /** It asks before something is lost: a press beside it does not answer. */
  isAlert?: boolean
  /** Without it the dialog cannot be dismissed. */
  onClose?: () => void
  /** The dialog is gone, and the focus is where it was before. */
  onClosed?: () => void
  children: ReactNode
}

/** An open dialog; `opener` is what had the focus before. */
export function DialogLayer(props: DialogProps & { opener: HTMLElement | null }) {
  const { onClose, isAlert, opener } = props
  const [content, setContent] = useState<HTMLElement | null>(null)
  useBackToClose(isAlert ? undefined : onClose)
  return (
    <Primitive.Root open onOpenChange={() => onClose?.()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim print:hidden" />
        <Primitive.Content
          ref={setContent}
          role={isAlert ? 'alertdialog' : 'dialog'}
          aria-modal="true"
          aria-describedby={undefined}
          className={clsx(
            'fixed z-40 flex flex-col bg-raised text-text shadow-float outline-none forced-colors:border',
            classes[props.position ?? 'center'],
          )}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            firstOf(event.currentTarget as HTMLElement)?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnTo(opener)
            props.onClosed?.()
          }}
          onInteractOutside={(event) => {
            if (isAlert) event.preventDefault()
          }}
        >
          {props.position === 'palette' ? (
            <Primitive.Title className="sr-only">{props.title}</Primitive.Title>
          ) : (
            <header
              className={clsx(
                'flex shrink-0 items-center gap-2 py-3 pr-3 pl-4',
                props.hideTitle && 'sr-only',
              )}
            >
              <Primitive.Title className="flex-1 text-lead font-semibold wrap-anywhere">
                {props.title}
              </Primitive.Title>
              {onClose && (
                <Primitive.Close asChild>
                  <Button kind="quiet" icon aria-label="Close">
                    <Icon of={X} />
                  </Button>
                </Primitive.Close>
              )}
            </header>
          )}
          <div
            className={clsx(
              'min-h-0 flex-1',
              props.position === 'palette'
                ? 'flex flex-col'
                : '-mt-1 overflow-y-auto rounded-b-[inherit] pt-1 outline-none',
            )}
            data-dialog-body
            tabIndex={-1}
          >
            <LayerHost value={content}>{props.children}</LayerHost>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/**
 * The browser's Back closes what is open, and does not leave the page. No entry of the history is
 * made for that: the step back is undone.
 */
function useBackToClose(onClose: (() => void) | undefined) {
  const router = useRouter({ warn: false }) as RegisteredRouter | null
  const canClose = onClose !== undefined
  const close = useEffectEvent(() => onClose?.())
  useEffect(() => {
    if (!canClose) return
    return router?.history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action === 'BACK') close()
        return action === 'BACK'
      },
    })
  }, [router, canClose])
}

const bottomOf = (one: HTMLElement) => one.getBoundingClientRect().bottom

/**
 * Target of the focus: the first field, else the first thing to press below the head. Where that
 * follows a text that is longer than the dialog, the text has it, and is read from its beginning.
 */
function firstOf(content: HTMLElement | null): HTMLElement | null {
  const body = content?.querySelector<HTMLElement>('[data-dialog-body]')
  const field = body?.querySelector<HTMLElement>(fields)
  if (!body || field) return field ?? content
  const press = body.querySelector<HTMLElement>('a, button:not(:disabled)')
  return press && bottomOf(press) > bottomOf(body) ? body : (press ?? content)
}

/** Gives the focus back; where the opener is gone, the page's heading has it. */
function returnTo(opener: HTMLElement | null) {
  const isThere = opener?.isConnected && opener !== document.body
  const target = isThere ? opener : document.querySelector<HTMLElement>('main h1')
  target?.focus()
}

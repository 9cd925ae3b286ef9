import { clsx } from 'clsx'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

/**
 * Kinds of button; one `primary` per page at most. `strongest` is for what takes something away: it
 * has the colour of the text, since red stays with verdicts.
 */
interface ButtonLook {
  kind?: 'plain' | 'primary' | 'quiet' | 'strongest'
  /** `small` is for card headers and cells. */
  size?: 'normal' | 'small'
  /** Square, for an icon alone: needs an accessible name, which a tooltip shows. */
  icon?: boolean
}

const kinds: Record<NonNullable<ButtonLook['kind']>, string> = {
  plain: 'border-line-strong bg-bg text-text hover:bg-hover',
  primary: 'border-accent bg-accent text-on-accent hover:bg-accent-hover',
  quiet: 'border-transparent text-muted hover:bg-hover hover:text-text',
  strongest: 'border-transparent bg-text text-bg',
}

/** Classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = {}): string {
  const small = look.size === 'small'
  return clsx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-base border font-medium whitespace-nowrap no-underline transition-colors disabled:cursor-not-allowed disabled:opacity-55',
    kinds[look.kind ?? 'plain'],
    small ? 'h-6 text-meta' : 'h-8 text-table max-md:h-11',
    small && (look.icon ? 'w-6 max-md:size-11' : 'px-2 max-md:h-11 max-md:px-3'),
    !small && (look.icon ? 'w-8 max-md:w-11' : 'px-3'),
  )
}

/**
 * A button; `type` is `button` unless said otherwise. While it is busy it keeps its width and the
 * focus, and takes no press: its owner lets it say what happens, "Saving" for "Save". With a
 * `refusal` it takes no press either, and says why to a pointer, to the focus and to a tap.
 */
export function Button({
  kind,
  size,
  icon,
  isBusy,
  refusal,
  disabled,
  className,
  children,
  title,
  onClick,
  ...rest
}: ButtonLook & {
  isBusy?: boolean | undefined
  refusal?: string | null | undefined
} & ComponentProps<'button'>) {
  const look = { ...(kind && { kind }), ...(size && { size }), ...(icon && { icon }) }
  return (
    <button
      type="button"
      disabled={disabled && !refusal}
      title={title ?? (icon ? rest['aria-label'] : undefined)}
      {...rest}
      {...(isBusy && { 'aria-busy': true, 'aria-disabled': true })}
      {...(refusal && { 'aria-disabled': true, 'data-refused': '', title: refusal })}
      className={clsx(buttonClass(look), refusal && 'cursor-not-allowed opacity-55', className)}
      onClick={(event) => {
        if (isBusy || refusal) return event.preventDefault()
        if (isBusy === false) event.currentTarget.style.minWidth = widthOf(event.currentTarget)
        onClick?.(event)
      }}
    >
      {isBusy && (
        <svg
          viewBox="0 0 12 12"
          className="size-3"
          fill="none"
          stroke="currentColor"
          aria-hidden="true"
        >
          <path d="M9.9 2.1a5.5 5.5 0 1 0 0 7.8" strokeWidth="1.5" />
        </svg>
      )}
      {children}
    </button>
  )
}

/** A link that looks like a button; where it is refused, a button in its place that says why. */
export function PermittedLink(props: {
  kind?: 'primary'
  refusal: string | null
  children: ReactElement<{ children?: ReactNode }>
}) {
  const { kind = 'plain', refusal, children: link } = props
  if (refusal === null) return link
  return (
    <Button kind={kind} refusal={refusal}>
      {link.props.children}
    </Button>
  )
}

const widthOf = (button: HTMLElement) => `${button.getBoundingClientRect().width}px`

import { clsx } from 'clsx'

/** The triangle of notes and field errors: drawn here, since sign-in needs no other icon. */
export function WarningSign(props: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={clsx('size-4 shrink-0 fill-none stroke-current stroke-[1.5]', props.className)}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M8 2.5l6 10.5H2zM8 6.5v3M8 11.3h.01" />
    </svg>
  )
}

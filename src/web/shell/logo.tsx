/** The stacked stones. */
export function Logo({ className = 'size-5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={`${className} shrink-0 fill-current`} aria-hidden="true">
      <path d="M8.2 2.5h3.6a1.9 1.9 0 0 1 0 3.8H8.2a1.9 1.9 0 0 1 0-3.8zM6.3 8h7.4a2.1 2.1 0 0 1 0 4.2H6.3a2.1 2.1 0 0 1 0-4.2zM4.2 13.9h11.6a2.1 2.1 0 0 1 0 4.2H4.2a2.1 2.1 0 0 1 0-4.2z" />
    </svg>
  )
}

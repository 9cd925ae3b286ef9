import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Links to the sections of a page by their fragments; on phones the open one is scrolled to. */
export function SectionLinks(props: { sections: readonly { id: string; label: string }[] }) {
  const bar = useRef<HTMLElement>(null)
  const at = useLocation({ select: ({ hash }) => hash })
  const open = props.sections.findIndex(({ id }) => id === at)
  useEffect(() => {
    const link = bar.current?.children[open]
    if (link instanceof HTMLElement) bar.current?.scrollTo({ left: link.offsetLeft - 64 })
  }, [open])
  return (
    <nav
      ref={bar}
      aria-label="Sections"
      className="relative mb-4 flex gap-x-4 overflow-x-auto text-table [scrollbar-width:none] print:hidden"
    >
      {props.sections.map(({ id, label }) => (
        <Link
          key={id}
          to="."
          hash={id}
          activeOptions={{ includeHash: true }}
          className="whitespace-nowrap text-accent hover:underline max-md:py-3"
          activeProps={{ className: 'font-medium text-text' }}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

import { ArrowUp } from 'lucide-react'
import { useEffect } from 'react'
import { announce } from '../ui/announcer.tsx'
import { Icon } from '../ui/icon.tsx'

/** "6 new": what waits so that nothing jumps under the cursor. */
export function ShowNewRowsButton(props: { waiting: string | null; onRelease: () => void }) {
  const { waiting } = props
  useEffect(() => {
    if (waiting) announce(`${waiting}, waiting`)
  }, [waiting])
  if (!waiting) return null
  return (
    <button
      type="button"
      onClick={props.onRelease}
      className="inline-flex h-6 items-center gap-1.5 rounded-full bg-accent-tint px-2 text-meta font-medium text-accent hover:underline max-md:fixed max-md:bottom-4 max-md:left-1/2 max-md:z-20 max-md:h-11 max-md:-translate-x-1/2 max-md:px-4 max-md:shadow-float"
    >
      <Icon of={ArrowUp} small />
      {waiting}
    </button>
  )
}

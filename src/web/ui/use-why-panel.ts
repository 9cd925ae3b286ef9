import { useNavigate, useSearch } from '@tanstack/react-router'
import type { DrawerSteps } from './drawer-frame.tsx'
import { useDrawerSteps } from './drawer-steps.ts'
import { whyKey } from './why-link.tsx'

/** What the address asks to have explained beside the page, and the way out of that. */
export function useWhyPanel(): { why: string | undefined; steps: DrawerSteps } {
  const { why } = useSearch({ strict: false })
  const navigate = useNavigate()
  const steps = useDrawerSteps(why && whyKey(why), [], () => {
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, why: undefined }),
      resetScroll: false,
    })
  })
  return { why, steps }
}

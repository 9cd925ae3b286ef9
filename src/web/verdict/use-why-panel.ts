import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useDrawerSteps } from '#web/domain-ui/drawer-steps.ts'
import { returnToRow, whyKey } from '#web/domain-ui/why-link.tsx'
import type { DrawerSteps } from '#web/ui/drawer-frame.tsx'

/** Subject of the Why panel by the address, and the way out of it: back to the row that asked. */
export function useWhyPanel(): { why: string | undefined; steps: DrawerSteps } {
  const { why } = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const isOfRow = useLocation({ select: ({ state }) => state.isWhyOfRow })
  const steps = useDrawerSteps(why && whyKey(why), [], () => {
    if (isOfRow) {
      returnToRow(router.history)
      return
    }
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, why: undefined }),
      resetScroll: false,
    })
  })
  return { why, steps }
}

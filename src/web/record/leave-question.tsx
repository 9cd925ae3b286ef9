import { useBlocker } from '@tanstack/react-router'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'

const LeaveUnsavedDialog = lazyPart(() => import('./leave-unsaved-dialog.tsx'))

/** An address that one is at or goes to. */
interface PageLocation {
  pathname: string
  fullPath: string
  search: object
}

/** A step to another page, or to the same one with another search. */
export interface Leaving {
  current: PageLocation
  next: PageLocation
}

/**
 * Asks before what was typed is left, also by the browser's Back; a tab that is closed has the
 * browser's own question.
 */
export function LeaveQuestion(props: {
  isChanged: boolean
  /** Whether a step leaves what was typed; without it by {@link isLeft}. */
  isLeft?: (leaving: Leaving) => boolean
  /** It is left for good. */
  onLeave?: () => void
}) {
  const { isChanged, onLeave } = props
  const left = props.isLeft ?? isLeft
  usePreload(LeaveUnsavedDialog)
  const { proceed, reset } = useBlocker({
    withResolver: true,
    enableBeforeUnload: isChanged,
    shouldBlockFn: (leaving) => isChanged && left(leaving),
  })
  if (!proceed) return null
  const leave = () => {
    onLeave?.()
    proceed()
  }
  return <LeaveUnsavedDialog onStay={reset} onLeave={leave} />
}

/** Whether a step goes to another page, or to the same one without its `edit`. */
export function isLeft({ current, next }: Leaving): boolean {
  return next.pathname !== current.pathname || (isEdited(current) && !isEdited(next))
}

// Of both addresses the search is what the address says, as text.
const isEdited = ({ search }: PageLocation) => 'edit' in search && search.edit === 'true'

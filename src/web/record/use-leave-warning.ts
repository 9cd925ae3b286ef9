import { useBlocker } from '@tanstack/react-router'

/** Asks before a changed draft is left; it stays while the page is still asked to `edit`. */
export function useLeaveWarning(isChanged: boolean): void {
  useBlocker({
    enableBeforeUnload: isChanged,
    shouldBlockFn: ({ current, next }) =>
      isChanged &&
      (next.pathname !== current.pathname || !('edit' in next.search && next.search.edit)) &&
      !window.confirm('Leave, and lose the draft?'),
  })
}

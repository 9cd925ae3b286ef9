import { useBlocker } from '@tanstack/react-router'

/** Asks before what was typed is left: by another page, or by the same one without its `edit`. */
export function useLeaveWarning(isChanged: boolean): void {
  useBlocker({
    enableBeforeUnload: isChanged,
    shouldBlockFn: ({ current, next }) =>
      isChanged &&
      (next.pathname !== current.pathname || (isEdited(current) && !isEdited(next))) &&
      !window.confirm('Leave without saving? What you typed is lost.'),
  })
}

const isEdited = ({ search }: { search: object }) => 'edit' in search && search.edit === true

import { useState } from 'react'
import type { View } from '#contract/saved-view/saved-view.ts'
import { storedText } from './search-text.ts'

/** The view that is shown, or was opened last and is looked at with other filters since. */
export function useCurrent(views: readonly View[], text: string) {
  const [openId, setOpenId] = useState<string | null>(null)
  const open = views.find(({ id }) => id === openId)
  const equal = views.filter(({ search }) => storedText(search) === text)
  const shown = equal.find(({ id }) => id === openId) ?? equal[0]
  if (shown && shown.id !== openId) setOpenId(shown.id)
  // Without filters it is no view any more.
  const current = shown ?? (text === '' ? undefined : open)
  return { current, isChanged: current !== undefined && !shown, setOpenId }
}

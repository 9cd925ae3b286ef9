/**
 * Runs in the page: texts that are cut at the edge of an element without an ellipsis to say so. What
 * scrolls further in, or is for screen readers alone, is none.
 */
export function clippedTexts(): string[] {
  const clips = /hidden|clip/
  const isHidden = (element: Element) =>
    element.clientWidth <= 1 || element.closest('.sr-only, svg')
  const textBeyond = (element: HTMLElement): string | null => {
    const edges = element.getBoundingClientRect()
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const { top, right, width } = range.getBoundingClientRect()
      let at = walker.currentNode.parentElement
      // A line below the last one that is shown is hidden whole.
      const isSeen = width > 0 && top < edges.bottom - 1 && at !== null && !isHidden(at)
      if (!isSeen || right <= edges.right + 1) continue
      while (at && at !== element && getComputedStyle(at).overflowX === 'visible') {
        at = at.parentElement
      }
      if (at === element) return walker.currentNode.textContent
    }
    return null
  }
  return [...document.querySelectorAll<HTMLElement>('main, main *')].flatMap((element) => {
    if (element.scrollWidth <= element.clientWidth + 1 || isHidden(element)) return []
    const { overflowX, textOverflow } = getComputedStyle(element)
    if (!clips.test(overflowX) || textOverflow === 'ellipsis' || !element.checkVisibility())
      return []
    const text = textBeyond(element)
    return text === null ? [] : [`"${text.slice(0, 80)}" is clipped`]
  })
}

/** Runs in the page: by how many pixels it is wider than its window, two frames from now. */
export const overflowOf = async () => {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  return document.documentElement.scrollWidth - document.documentElement.clientWidth
}

/** Runs in the page: by how many pixels it is wider than its window now, if it is. */
export function scrollsSideways(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth === clientWidth ? [] : [`scrolls sideways by ${scrollWidth - clientWidth} px`]
}

/**
 * Runs in the page: texts that leave the control, cell or box around them, or that a box with hidden
 * overflow cuts. What scrolls, and what ends with an ellipsis, is not meant.
 */
export function spilledTexts(): string[] {
  const boxes =
    'a, button, label, td, th, h1, h2, h3, summary, [role=tab], [role=radio], [role=option]'
  const spilled = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode: text } = walker
    const parent = text.parentElement
    if (!parent?.checkVisibility() || parent.closest('.sr-only, svg, option, pre')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const own = range.getBoundingClientRect()
    if (own.width < 2) continue
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, display } = getComputedStyle(box)
      if ([overflowX, overflowY].some((overflow) => /auto|scroll/.test(overflow))) break
      if (textOverflow === 'ellipsis' || display === 'contents') break
      const cuts = overflowY === 'hidden' || overflowY === 'clip'
      if (display === 'inline' || !(cuts || box.matches(boxes))) continue
      const edge = box.getBoundingClientRect()
      // For screen readers only.
      if (edge.width <= 1) break
      const by = Math.max(own.bottom - edge.bottom, edge.top - own.top, own.right - edge.right)
      if (by > 3)
        spilled.add(`"${text.textContent}" leaves its ${box.tagName} by ${Math.round(by)} px`)
    }
  }
  return [...spilled]
}

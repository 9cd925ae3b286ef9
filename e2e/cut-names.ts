/**
 * In pixels: what no cell has to spare while a name beside it is cut, what a name is long at most, and
 * from which width of the table on; beside a drawer every column that may leave has left.
 */
export const limits = { spare: 40, name: 360, table: 700 }

/**
 * Runs in the page: the names in tables that are cut although another cell of their row has room for
 * more. What may be cut is marked: texts that explain (`data-spare`), columns of such (`data-shrinks`).
 */
export function cutNames({ spare, name, table }: typeof limits): string[] {
  const textsIn = (element: Element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const found: { isName: boolean; box: DOMRect }[] = []
    while (walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const parent = walker.currentNode.parentElement
      const box = range.getBoundingClientRect()
      if (box.width === 0 || parent?.closest('.sr-only')) continue
      found.push({ isName: !parent?.closest('[data-spare]'), box })
    }
    return found
  }
  const roomIn = (cell: HTMLElement) => {
    const style = getComputedStyle(cell)
    const boxes = [
      ...textsIn(cell).map(({ box }) => box),
      ...[...cell.querySelectorAll('svg')].map((icon) => icon.getBoundingClientRect()),
    ]
    const inside = cell.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    if (boxes.length === 0) return inside
    const right = Math.max(...boxes.map((box) => box.right))
    return inside - (right - Math.min(...boxes.map((box) => box.left)))
  }
  const isCut = (element: HTMLElement) => {
    if (element.scrollWidth <= element.clientWidth || element.scrollWidth > name) return false
    if (getComputedStyle(element).textOverflow !== 'ellipsis') return false
    const edge = element.getBoundingClientRect().right + 1
    return textsIn(element).some(({ isName, box }) => isName && box.right > edge)
  }
  const rows = document.querySelectorAll('main table:has(th[data-column]) tbody tr[data-index]')
  return [...rows].flatMap((row) => {
    if (row.clientWidth < table) return []
    const cells = [...row.querySelectorAll<HTMLElement>('td')].filter((cell) =>
      cell.checkVisibility(),
    )
    const rooms = cells.map(roomIn)
    return cells.flatMap((cell, index) => {
      const most = Math.max(0, ...rooms.filter((_, at) => at !== index))
      if (most < spare || cell.matches('[data-shrinks]')) return []
      return [cell, ...cell.querySelectorAll<HTMLElement>('*')]
        .filter(isCut)
        .map((one) => `"${one.textContent}" is cut beside ${Math.round(most)} px`)
    })
  })
}

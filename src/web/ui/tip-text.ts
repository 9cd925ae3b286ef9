import { spokenOf } from './time-text.ts'

/** A moment, which tells what it is in both zones. */
const moment = 'time[datetime]'
/** Elements whose text may be cut, or that have a tip. */
const describedSelector = `[title], ${moment}, .truncate, td`

/** A button that is refused, which shows in its title why. */
const refused = '[data-refused]'

// Both are rounded.
const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth + 1

/**
 * Returns the tip of an element: its title, its text where that is cut; '' where it shows all, or has
 * opened something that would be covered.
 */
export function tipText(element: Element): string {
  if (element.ariaExpanded === 'true') return ''
  const shown = element.textContent.trim()
  const title = momentText(element) ?? element.getAttribute('title') ?? ''
  if (title !== '' && title !== shown) return title
  return isCut(element) && (title !== '' || element.matches(describedSelector)) ? shown : ''
}

/** Worked out once it is told: the first format of a page that has a zone takes long to make. */
const momentText = (element: Element) =>
  element instanceof HTMLTimeElement ? spokenOf(Date.parse(element.dateTime) / 1_000) : null

/** Lets screen readers tell a moment that gets the focus by itself. */
export function describeMoment(target: EventTarget | null): void {
  if (target instanceof HTMLTimeElement) target.title = momentText(target) ?? ''
}

/** Returns the innermost element with a tip at a point of the page. */
export function anchorAt(target: EventTarget | null): Element | null {
  let anchor = target instanceof Element ? target.closest(describedSelector) : null
  while (anchor && tipText(anchor) === '')
    anchor = anchor.parentElement?.closest(describedSelector) ?? null
  return anchor
}

/** Returns the element whose tip a tap shows: none where the tap does something. */
export const anchorOfTap = (target: EventTarget | null): Element | null =>
  target instanceof Element && !target.closest(`a, button:not(${refused})`)
    ? (target.closest(`${moment}, ${refused}`) ?? momentIn(target))
    : null

/**
 * Returns the element whose tip the focus shows: the only moment in it, itself, a text in it that
 * is cut, or the first moment of its row.
 */
export function anchorOfFocus(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null
  const cut = () => [...target.querySelectorAll('.truncate')].find(isCut) ?? null
  const own = momentIn(target) ?? (tipText(target) === '' ? cut() : target)
  if (own || target.querySelector(moment)) return own
  return target.closest('tr')?.querySelector(moment) ?? null
}

/** The only moment in what has the focus or was tapped. */
function momentIn(target: Element): Element | null {
  if (!target.matches('a, button, tr')) return null
  const moments = target.querySelectorAll(moment)
  return moments.length === 1 ? (moments[0] ?? null) : null
}

/**
 * In the browser: the links of a page's content that say they are the current page but lead to
 * another one, by their texts and addresses. Navigation says which part of it is open.
 */
export function linksElsewhere(): string[] {
  const placeOf = ({ pathname, searchParams }: URL) => {
    searchParams.sort()
    return `${pathname}?${searchParams}`
  }
  // Links of drawings have no address but as they are written.
  const addressOf = (link: Element) => new URL(link.getAttribute('href') ?? '', location.href)
  const here = placeOf(new URL(location.href))
  return [...document.querySelectorAll('a[aria-current="page"]')]
    .filter(
      (link) =>
        !link.closest('nav:not([aria-label="Breadcrumb"])') && placeOf(addressOf(link)) !== here,
    )
    .map((link) => `${link.textContent.trim()}: ${link.getAttribute('href')}`)
}

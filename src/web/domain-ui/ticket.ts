import { type ExternalUrls, linkOf } from '#contract/common/fields.ts'

/** The ticket of an exception: the link of that name, else the first one; null where there is none. */
export function ticketOf({ external_urls }: { external_urls: ExternalUrls }) {
  const found = linkOf(external_urls['ticket'] ?? Object.values(external_urls)[0])
  if (!found) return null
  // "https://tickets.example/browse/SEC-418" → "SEC-418"
  const label = found.href.replace(/(?<![/?#])[/?#]+$/, '').replace(/^.*[/=#]/, '') || found.href
  return { href: found.href, label }
}

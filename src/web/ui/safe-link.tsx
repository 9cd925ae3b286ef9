import type { ReactNode } from 'react'

/** The address if a browser may be sent there: http or https, nothing else. */
export function safeUrl(text: string): URL | null {
  const url = URL.parse(text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null
}

/** A link whose address came from data; what is no web address shows as plain text. */
export function SafeLink(props: { href: string; children?: ReactNode; className?: string }) {
  const url = safeUrl(props.href)
  if (!url) {
    return (
      <span className={props.className ?? 'wrap-anywhere'}>{props.children ?? props.href}</span>
    )
  }
  return (
    <a
      href={url.href}
      rel="noreferrer noopener"
      title={url.href}
      className={props.className ?? 'text-accent wrap-anywhere hover:underline'}
    >
      {props.children ?? shortened(url)}
    </a>
  )
}

function shortened(url: URL): string {
  return url.host + (url.pathname === '/' ? '' : url.pathname) + url.search
}

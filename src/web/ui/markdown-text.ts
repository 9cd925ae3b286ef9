import { safeUrl } from './safe-link.tsx'

/** A text that someone else wrote, on one line, with nothing in it that Markdown or HTML would act on. */
export function plainMarkdown(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[\\`*_{}[\]<>()#!|~$&@:^]/g, '\\$&')
      // At the beginning of a line these make a list or a heading; www. is a link by itself.
      .replace(/^[-+=]/, '\\$&')
      .replace(/^(\d+)\./, '$1\\.')
      .replace(/www\./gi, (www) => `${www.slice(0, 3)}\\.`)
  )
}

/** A text as code, whatever backticks it has. */
export function codeMarkdown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const room = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  // Tables split cells before they look for code.
  return `${fence}${room}${line.replaceAll('|', '\\|')}${room}${fence}`
}

/** A link; what is no web address is a text. */
export function linkMarkdown(label: string, href: string): string {
  const url = safeUrl(href)
  if (!url) return plainMarkdown(label || href)
  const address = url.href.replace(
    /[()<>|\\`]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `[${plainMarkdown(label || url.host + url.pathname)}](${address})`
}

import { ExternalLink } from 'lucide-react'
import { Icon } from '../ui/icon.tsx'
import { SafeLink, safeUrl } from '../ui/safe-link.tsx'

/** The way to the build of an artifact, where its address is one of the web. */
export function BuildLink(props: { url: string; filename: string }) {
  if (!safeUrl(props.url)) return null
  return (
    <SafeLink
      href={props.url}
      className="-my-1 inline-grid size-6 shrink-0 place-items-center rounded-tag text-muted hover:bg-hover hover:text-text max-md:size-11"
    >
      <Icon of={ExternalLink} small />
      <span className="sr-only">Build of {props.filename}</span>
    </SafeLink>
  )
}

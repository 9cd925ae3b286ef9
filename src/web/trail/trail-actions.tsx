import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Braces, Ellipsis, FileText, Link2 } from 'lucide-react'
import type { Trail } from '#contract/trail.ts'
import { endpointUrl } from '../api/endpoint-url.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { Icon } from '../ui/icon.tsx'
import { menuItemClass, Popover } from '../ui/popover.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { flipsQuery } from './queries.ts'
import type { SlotGroup } from './slots.ts'

interface Shown {
  org: string
  trail: Trail
  groups: readonly SlotGroup[]
}

async function copyReport(queryClient: QueryClient, { org, trail, groups }: Shown) {
  const query = flipsQuery(org, trail.flow.name, trail.name)
  const [{ trailMarkdown }, flips] = await Promise.all([
    import('./trail-markdown.ts'),
    queryClient.ensureQueryData(query).catch(() => null),
  ])
  const text = trailMarkdown({ trail, groups, flips, at: Date.now() / 1_000 })
  await copyText(text, 'Markdown')
}

const copyLink = () => void copyText(window.location.href, 'Link')

/** What can be taken away from a trail's page: a report, its link, its JSON. */
export function TrailActions(props: Shown) {
  const { org, trail } = props
  const queryClient = useQueryClient()
  const copyMarkdown = () => void copyReport(queryClient, props)
  useShortcuts([
    { key: 'm', label: 'Copy as Markdown', run: copyMarkdown },
    { key: 'y', label: 'Copy link', run: copyLink },
  ])
  return (
    <Popover
      label="Trail actions"
      role="menu"
      align="end"
      renderTrigger={(trigger) => (
        <Button {...trigger} icon aria-label="Trail actions" title="Trail actions">
          <Icon of={Ellipsis} />
        </Button>
      )}
    >
      {(close) => (
        <>
          <button
            type="button"
            role="menuitem"
            className={menuItemClass}
            onClick={() => {
              close()
              copyMarkdown()
            }}
          >
            <Icon of={FileText} small /> Copy as Markdown <Key name="m" />
          </button>
          <button
            type="button"
            role="menuitem"
            className={menuItemClass}
            onClick={() => {
              close()
              copyLink()
            }}
          >
            <Icon of={Link2} small /> Copy link <Key name="y" />
          </button>
          <a
            role="menuitem"
            className={menuItemClass}
            href={endpointUrl('getTrail', {
              org,
              flow_name: trail.flow.name,
              trail_name: trail.name,
            })}
          >
            <Icon of={Braces} small /> Raw JSON
          </a>
        </>
      )}
    </Popover>
  )
}

function Key(props: { name: string }) {
  return (
    <kbd className="ml-auto pl-6 font-sans text-meta text-muted" aria-hidden="true">
      {props.name}
    </kbd>
  )
}

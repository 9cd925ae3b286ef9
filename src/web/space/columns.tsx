import { Link } from '@tanstack/react-router'
import { Folder } from 'lucide-react'
import type { Space } from '#contract/space/space.ts'
import { counted } from '#domain/common/counted.ts'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { pathOf } from './queries.ts'
import { rem } from '#web/ui/text-scale.ts'

/** Action on a row. */
export type Wish = 'contents' | 'inside' | 'change' | 'delete'

/** Columns of the tree of spaces: each stands below the one that it is in. */
export const spaceColumns = (does: {
  org: string
  refusal: string | null
  /** Ids of the spaces that others are in. */
  parents: ReadonlySet<string | null>
  onWish: (wish: Wish, space: Space) => void
}) =>
  columnsOf<Space>((column) => [
    column({
      id: 'name',
      header: 'Space',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => (
        <span
          className="flex min-w-0 items-center gap-2"
          style={{ paddingLeft: rem((original.path.length - 1) * 20) }}
          title={pathOf(original)}
        >
          <Icon of={Folder} className="text-muted" />
          <span className="truncate font-medium">
            <span className="sr-only">
              {original.path.slice(0, -1).map((name) => `${name} / `)}
            </span>
            {original.name}
          </span>
        </span>
      ),
    }),
    column({
      id: 'flows',
      header: 'Flows',
      meta: { isNumber: true },
      cell: ({ row: { original } }) => (
        <Link
          to="/$org/flows"
          params={{ org: does.org }}
          search={{ space_id: [original.id] }}
          className="text-text hover:underline"
          aria-label={`${counted(original.flow_count, 'flow')} in ${original.name}`}
        >
          {original.flow_count}{' '}
          <span className="md:hidden">{original.flow_count === 1 ? 'flow' : 'flows'}</span>
        </Link>
      ),
    }),
    column({
      id: 'environments',
      header: 'Environments',
      meta: { isNumber: true },
      cell: ({ row: { original } }) => (
        <Link
          to="/$org/environments"
          params={{ org: does.org }}
          search={{ space_id: [original.id] }}
          className="text-text hover:underline"
          aria-label={`${counted(original.environment_count, 'environment')} in ${original.name}`}
        >
          {original.environment_count}{' '}
          <span className="md:hidden">
            {original.environment_count === 1 ? 'environment' : 'environments'}
          </span>
        </Link>
      ),
    }),
    column({
      id: 'non_compliant',
      header: 'Non-compliant',
      meta: { isNumber: true },
      cell: ({ row: { original } }) => (
        <Link
          to="/$org/environments"
          params={{ org: does.org }}
          search={{ space_id: [original.id], verdict: ['NON-COMPLIANT'] }}
          className={
            original.non_compliant_count === 0
              ? 'zero text-muted hover:underline'
              : 'text-text hover:underline'
          }
          aria-label={`${original.non_compliant_count} non-compliant environments in ${original.name}`}
        >
          {original.non_compliant_count} <span className="md:hidden">non-compliant</span>
        </Link>
      ),
    }),
    column({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { isNumber: true, card: 'last' },
      cell: ({ row: { original } }) => (
        <span className="-mr-2 inline-flex flex-wrap justify-end gap-1 md:flex-nowrap max-md:mr-0 max-md:-ml-3 max-md:justify-start">
          {wishes.map(({ wish, label, of }) => (
            <Button
              key={wish}
              kind="quiet"
              size="small"
              refusal={
                does.refusal ?? (wish === 'delete' ? heldLabels(original, does.parents) : null)
              }
              aria-label={of(original.name)}
              onClick={() => does.onWish(wish, original)}
            >
              {label}
            </Button>
          ))}
        </span>
      ),
    }),
  ])

const wishes: readonly { wish: Wish; label: string; of: (name: string) => string }[] = [
  { wish: 'contents', label: 'Contents', of: (name) => `Contents of ${name}` },
  { wish: 'inside', label: 'New inside', of: (name) => `New inside ${name}` },
  { wish: 'change', label: 'Change', of: (name) => `Change ${name}` },
  { wish: 'delete', label: 'Delete', of: (name) => `Delete ${name}` },
]

/** Why a space cannot be deleted: what it still holds; null for an empty one. */
function heldLabels(space: Space, parents: ReadonlySet<string | null>): string | null {
  const { id, flow_count: flows, environment_count: environments } = space
  const held = [
    ...(flows > 0 ? [counted(flows, 'flow')] : []),
    ...(environments > 0 ? [counted(environments, 'environment')] : []),
  ]
  if (held.length === 0 && !parents.has(id)) return null
  const what = held.length > 0 ? held.join(' and ') : 'another space'
  return `Only an empty space can be deleted: it holds ${what}. Move them first.`
}

import { type LinkProps, Link } from '@tanstack/react-router'
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
export const spaceColumns = ({
  org,
  ...does
}: {
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
        <Count
          space={original}
          count={original.flow_count}
          of="flow"
          page={{ to: '/$org/flows', params: { org }, search: { space_id: [original.id] } }}
        />
      ),
    }),
    column({
      id: 'environments',
      header: 'Environments',
      meta: { isNumber: true },
      cell: ({ row: { original } }) => (
        <Count
          space={original}
          count={original.environment_count}
          of="environment"
          page={{ to: '/$org/environments', params: { org }, search: { space_id: [original.id] } }}
        />
      ),
    }),
    column({
      id: 'non_compliant',
      header: 'Non-compliant',
      meta: { isNumber: true },
      cell: ({ row: { original } }) => (
        <Count
          space={original}
          count={original.non_compliant_count}
          of="non-compliant environment"
          shown="non-compliant"
          isQuietZero
          page={{
            to: '/$org/environments',
            params: { org },
            search: { space_id: [original.id], standing: ['non_compliant'] },
          }}
        />
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
                does.refusal ?? (wish === 'delete' ? heldText(original, does.parents) : null)
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

/** Number of what is in a space, which leads to its list. */
function Count(props: {
  space: Space
  count: number
  /** Name of the counted things, in the singular. */
  of: string
  /** Its word beside the number on phones; else what is counted. */
  shown?: string
  isQuietZero?: boolean
  page: LinkProps
}) {
  const { space, count, of, shown = count === 1 ? of : `${of}s`, isQuietZero, page } = props
  return (
    <Link
      {...page}
      className={
        isQuietZero && count === 0 ? 'zero text-muted hover:underline' : 'text-text hover:underline'
      }
      aria-label={`${counted(count, of)} in ${space.name}`}
    >
      {count} <span className="md:hidden">{shown}</span>
    </Link>
  )
}

const wishes: readonly { wish: Wish; label: string; of: (name: string) => string }[] = [
  { wish: 'contents', label: 'Contents', of: (name) => `Contents of ${name}` },
  { wish: 'inside', label: 'New inside', of: (name) => `New inside ${name}` },
  { wish: 'change', label: 'Change', of: (name) => `Change ${name}` },
  { wish: 'delete', label: 'Delete', of: (name) => `Delete ${name}` },
]

/** Why a space cannot be deleted: what it still holds; null for an empty one. */
function heldText(space: Space, parents: ReadonlySet<string | null>): string | null {
  const { id, flow_count: flows, environment_count: environments } = space
  const held = [
    ...(flows > 0 ? [counted(flows, 'flow')] : []),
    ...(environments > 0 ? [counted(environments, 'environment')] : []),
  ]
  if (held.length === 0 && !parents.has(id)) return null
  const what = held.length > 0 ? held.join(' and ') : 'another space'
  return `Only an empty space can be deleted: it holds ${what}. Move them first.`
}

import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { Card } from './card.tsx'
import { Tag } from './tag.tsx'
import { TimeAgo } from './time.tsx'

/** A version of a document that people set. */
interface Version {
  version: number
  created_by: string
  created_at: number
  comment?: string
}

/** The versions of a document: who set each and when; each can be opened, or compared with the open one. */
export function VersionsCard(props: {
  versions: readonly Version[]
  newest: number
  shown: number
  compared: number | undefined
  /** Below the list: the way to older versions. */
  paging?: ReactNode
}) {
  const { newest, shown, compared } = props
  return (
    <Card title="Versions" remark={`${newest}, newest first`}>
      <ul className="border-t border-line text-table">
        {props.versions.map(({ version, created_at, created_by, comment }) => (
          <li
            key={version}
            className={clsx(
              'flex min-h-9 items-center gap-x-3 border-b border-line px-4 last:border-b-0 max-md:min-h-14',
              version === shown && 'bg-accent-tint',
            )}
          >
            <Link
              to="."
              search={openSearch(version, newest)}
              aria-current={version === shown ? 'true' : undefined}
              data-version-link
              className="font-medium whitespace-nowrap text-text hover:underline max-md:py-3"
            >
              Version {version}
            </Link>
            {version === newest && <Tag>current</Tag>}
            {version === compared && <Tag>compared</Tag>}
            <span
              className="min-w-0 flex-1 truncate text-muted"
              {...(comment && { title: comment })}
            >
              {created_by}, <TimeAgo at={created_at} suffix />
              {comment && (
                <>
                  : <span className="text-text">{comment}</span>
                </>
              )}
            </span>
            {version !== shown && version !== compared && (
              <Link
                to="."
                search={compareSearch(shown, version)}
                aria-label={`Compare version ${version} with version ${shown}`}
                className={`${buttonClass({ kind: 'quiet', size: 'small' })} -mr-2`}
              >
                Compare
              </Link>
            )}
          </li>
        ))}
      </ul>
      {props.paging}
    </Card>
  )
}

const openSearch = (version: number, newest: number) => (search: object) => ({
  ...search,
  version: version === newest ? undefined : version,
  compare: undefined,
  ignored: undefined,
})

const compareSearch = (version: number, compare: number) => (search: object) => ({
  ...search,
  version,
  compare,
  ignored: undefined,
})

import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { newestFirst } from '#domain/common/counted.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Note } from '#web/ui/note.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

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
    <Card title="Versions" remark={newestFirst(newest)}>
      <ul aria-label="Versions" className="border-t border-line text-table">
        {props.versions.map(({ version, created_at, created_by, comment }) => (
          <li
            key={version}
            className={clsx(
              'flex min-h-9 items-center gap-x-3 border-b border-line px-4 py-1 last:border-b-0 max-md:min-h-14',
              version === shown && 'bg-accent-tint',
            )}
          >
            <Link
              to="."
              search={openSearch(version, newest)}
              activeOptions={{ exact: true }}
              aria-current={version === shown ? 'true' : undefined}
              data-version-link
              className="font-medium whitespace-nowrap text-text hover:underline max-md:py-3"
            >
              Version {version}
            </Link>
            {version === newest && <Tag>current</Tag>}
            {version === compared && <Tag>compared</Tag>}
            <span
              className="line-clamp-2 min-w-0 flex-1 text-muted wrap-anywhere"
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
                className={`${buttonClass({ kind: 'quiet', size: 'small' })} -mr-2 print:hidden`}
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

/** The versions that are asked for: the shown one, the one beside it, and numbers without one. */
export function openVersions<Version extends { version: number }>(
  versions: readonly Version[],
  search: { version: number; compare: number | undefined },
) {
  const find = (wanted: number | undefined) => versions.find(({ version }) => version === wanted)
  const shown = find(search.version)
  const other = find(search.compare)
  const unknown = [!shown && search.version, !other && search.compare].filter(Boolean)
  return { shown, other, unknown: unknown.map(Number) }
}

const withoutVersions = (search: object) => ({ ...search, version: undefined, compare: undefined })

/** Names the versions that do not exist, and offers the current one. */
export function UnknownVersions(props: {
  /** Kind of document: "policy". */
  of: string
  unknown: readonly number[]
}) {
  return props.unknown.map((version) => (
    <Note
      key={version}
      action={
        <Link
          to="."
          search={withoutVersions}
          activeOptions={{ exact: true }}
          className={buttonClass({ size: 'small' })}
        >
          Show the current one
        </Link>
      }
    >
      This {props.of} has no version {version}.
    </Note>
  ))
}

const ChangesTable = lazyPart(
  () => import('#web/ui/changes-table.tsx'),
  <div className="h-40 border-t border-line" />,
)

const withoutComparison = (search: object) => ({ ...search, compare: undefined })

/** Two versions of a document line by line, older first whichever was opened. */
export function VersionComparison<Version extends { version: number }>(props: {
  one: Version
  other: Version
  textOf: (version: Version) => string
  /** Result of the change, or the reason for it. */
  answerOf: (before: Version, after: Version) => ReactNode
}) {
  const { one, other, textOf } = props
  const [before, after] = one.version < other.version ? [one, other] : [other, one]
  const sideOf = (side: Version) => ({ name: `version ${side.version}`, text: textOf(side) })
  return (
    <Card
      title={`From version ${before.version} to version ${after.version}`}
      answer={props.answerOf(before, after)}
      actions={
        <Link
          to="."
          search={withoutComparison}
          activeOptions={{ exact: true }}
          className={buttonClass({ kind: 'quiet', size: 'small' })}
        >
          Close comparison
        </Link>
      }
    >
      <ChangesTable before={sideOf(before)} after={sideOf(after)} />
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MembershipChange } from '#contract/member/member.ts'
import { newestFirst } from '#domain/common/counted.ts'
import { roleLabels } from '#web/domain-ui/role.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { membershipChangesQuery } from './queries.ts'

const withPage = (history: number) => (search: object) => ({
  ...search,
  history: history === 1 ? undefined : history,
})

/** Who joined, left and changed, newest first, with who did it. */
export function HistoryCard(props: { org: string; page: number }) {
  const { org, page } = props
  const { data } = useQuery(membershipChangesQuery(org, page))
  if (!data) return <SkeletonRows rows={4} />
  const { total, page_count } = data.pagination
  return (
    <Card title="History of membership" remark={total > 0 && newestFirst(total)}>
      {data.data.length === 0 ? (
        <p className="border-t border-line px-4 py-3 text-table text-muted">
          Nobody has joined, left or changed roles since this history began.
        </p>
      ) : (
        <ol className="border-t border-line text-table">
          {data.data.map((one) => (
            <li
              key={one.id}
              className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1 last:border-b-0"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="font-medium">{one.member}</span> {changeText(one)}
              </span>
              <span className="text-muted">
                by {one.by}, <TimeAgo at={one.at} suffix />
              </span>
            </li>
          ))}
        </ol>
      )}
      {page_count > 1 && (
        <nav aria-label="Pages of the history" className="flex gap-2 border-t border-line p-2">
          {page > 1 && (
            <Link to="." search={withPage(page - 1)} className={buttonClass({ size: 'small' })}>
              Newer
            </Link>
          )}
          {page < page_count && (
            <Link to="." search={withPage(page + 1)} className={buttonClass({ size: 'small' })}>
              Older
            </Link>
          )}
        </nav>
      )}
    </Card>
  )
}

const nameOf = (role: MembershipChange['role_before']) => (role ? roleLabels[role].label : '–')

function changeText({ change, role_before, role_after }: MembershipChange): string {
  if (change === 'added') return `joined as ${nameOf(role_after)}`
  if (change === 'removed') return `was removed, was ${nameOf(role_before)}`
  return `${nameOf(role_before)} → ${nameOf(role_after)}`
}

import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { leaveOrganization } from '#contract/member/member.ts'
import type { Session } from '#contract/session/session.ts'
import { setDefaultOrganization } from '#contract/user/user.ts'
import { call } from '#web/api/call.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { roleLabels } from '#web/domain-ui/role.tsx'
import { FormError } from '#web/form/form-error.tsx'
import { useChangeOf } from '#web/record/use-change.ts'
import { sessionQuery } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { Tag } from '#web/ui/tag.tsx'

const LeaveDialog = lazyPart(() => import('#web/session/leave-dialog.tsx'))

/** Who one is, in which organizations, and where one begins. */
export function IdentityCard(props: { session: Session }) {
  const { user, organizations, default_org } = props.session
  const queryClient = useQueryClient()
  const { failure, isBusy, run } = useChangeOf(() => queryClient.invalidateQueries(sessionQuery))
  const [leaving, setLeaving] = useState<string | null>(null)
  const begin = (org: string) =>
    run(() => call(setDefaultOrganization, { params: { org } }), `You begin in ${org}`)
  const leave = async (org: string) => {
    const send = () => call(leaveOrganization, { params: { org }, body: { organization: org } })
    if (await run(send, `You left ${org}`)) setLeaving(null)
  }
  return (
    <Card title="Identity">
      <div className="px-4 pb-3">
        <DescriptionList>
          <DescriptionItem label="Name">{user.name}</DescriptionItem>
          <DescriptionItem label="E-mail">
            {user.email ?? <span className="text-muted">None</span>}
          </DescriptionItem>
        </DescriptionList>
      </div>
      <h3 className="border-t border-line px-4 pt-3 pb-1 text-table font-medium">Organizations</h3>
      <ul className="text-table">
        {organizations.map((one) => (
          <li
            key={one.name}
            className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line py-1 pr-2 pl-4 last:border-b-0"
          >
            <Link
              to="/$org"
              params={{ org: one.name }}
              className="font-medium text-text hover:underline max-md:py-3"
            >
              {one.name}
            </Link>
            {one.name === default_org && <Tag>default</Tag>}
            <span className="min-w-0 flex-1 text-muted">
              {roleLabels[one.role].label}
              {one.kind === 'personal' && ', personal'}
            </span>
            {one.name !== default_org && (
              <Button
                kind="quiet"
                size="small"
                aria-label={`Make default: ${one.name}`}
                onClick={() => void begin(one.name)}
              >
                Make default
              </Button>
            )}
            {one.kind === 'shared' && (
              <Button
                kind="quiet"
                size="small"
                aria-label={`Leave ${one.name}`}
                onClick={() => setLeaving(one.name)}
              >
                Leave
              </Button>
            )}
          </li>
        ))}
      </ul>
      {leaving === null ? (
        <FormError message={failure ?? undefined} />
      ) : (
        <LeaveDialog
          org={leaving}
          isBusy={isBusy}
          failure={failure}
          onConfirm={() => void leave(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </Card>
  )
}

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSession } from '#contract/user/own-account.ts'
import { ActionDialog } from '../action/action-dialog.tsx'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/endpoint-query.ts'
import { retryAfterSignIn } from '../api/expiry.ts'
import { refusalTexts } from '../api/refusal-texts.ts'
import { FormError } from '../form/form-error.tsx'
import { confirm } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { plural } from '../ui/plural.ts'
import { Tag } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time.tsx'
import { deviceOf } from './device.ts'

/** Query options of where who is signed in is signed in. */
export const sessionsQuery = endpointQuery('listOwnSessions', {})

/** Where one is signed in; each session can be ended, this one after asking. */
export function SessionsCard(props: { onSignOut: () => void }) {
  const queryClient = useQueryClient()
  const { data: sessions } = useSuspenseQuery(sessionsQuery)
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const others = sessions.filter((one) => !one.is_current)
  const end = async (send: () => Promise<unknown>, done: string) => {
    setFailure(null)
    try {
      await retryAfterSignIn(send)
      confirm(done)
    } catch (error) {
      setFailure(refusalTexts(error, []).whole)
    }
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
  const endOne = ({ id }: OwnSession) =>
    end(() => call('endOwnSession', { params: { id } }), 'Ended the session')
  return (
    <Card
      title="Sessions"
      remark={plural(sessions.length, 'browser')}
      actions={
        others.length > 0 && (
          <Button
            size="small"
            onClick={() => void end(() => call('endOtherSessions', {}), 'Ended all others')}
          >
            End all others
          </Button>
        )
      }
    >
      <ul className="border-t border-line text-table">
        {sessions.map((one) => (
          <li
            key={one.id}
            className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1 last:border-b-0"
          >
            <span className="font-medium" title={one.user_agent ?? undefined}>
              {deviceOf(one.user_agent)}
            </span>
            {one.is_current && <Tag>this one</Tag>}
            <span className="min-w-0 flex-1 text-muted wrap-anywhere max-md:order-1 max-md:w-full max-md:flex-none">
              {one.address && `${one.address}, `}
              seen <TimeAgo at={one.last_seen_at} suffix />, signed in{' '}
              <TimeAgo at={one.created_at} suffix />
            </span>
            <Button
              kind="quiet"
              size="small"
              className="ml-auto"
              aria-label={one.is_current ? 'End this session' : `End ${deviceOf(one.user_agent)}`}
              onClick={() => (one.is_current ? setAsking(true) : void endOne(one))}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
      <FormError message={failure ?? undefined} />
      {isAsking && (
        <ActionDialog
          title="End this session?"
          action="Sign out"
          onConfirm={props.onSignOut}
          onClose={() => setAsking(false)}
        >
          <p>You are signed out here, and sign in again with a key.</p>
        </ActionDialog>
      )}
    </Card>
  )
}

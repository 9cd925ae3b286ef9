import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type OwnSession,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '#contract/user/own-account.ts'
import { counted } from '#domain/common/counted.ts'
import { call } from '#web/api/call.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import { FormError } from '#web/form/form-error.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChangeOf } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

const sessionsQuery = endpointQuery(listOwnSessions, {})

/** So many sessions are shown before the others are asked for. */
const maxShown = 5

/** Where one is signed in; each session can be ended, this one after asking. */
export default function SessionsCard(props: { onSignOut: () => void }) {
  const queryClient = useQueryClient()
  const { data: sessions } = useSuspenseQuery(sessionsQuery)
  const [isAsking, setAsking] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const { failure, run } = useChangeOf(() => queryClient.invalidateQueries(sessionsQuery))
  const others = sessions.filter((one) => !one.is_current)
  // A button in the place of a single line would save nothing.
  const isFolded = !isWhole && sessions.length > maxShown + 1
  const endOne = ({ id }: OwnSession) =>
    run(() => call(endOwnSession, { params: { id } }), 'Ended the session')
  return (
    <Card
      title="Sessions"
      remark={counted(sessions.length, 'browser')}
      actions={
        others.length > 0 && (
          <Button
            size="small"
            onClick={() => void run(() => call(endOtherSessions, {}), 'Ended all others')}
          >
            End all others
          </Button>
        )
      }
    >
      <ul className="border-t border-line text-table">
        {(isFolded ? sessions.slice(0, maxShown) : sessions).map((one) => (
          <li
            key={one.id}
            className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line py-1 pr-2 pl-4 last:border-b-0"
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
      {isFolded && (
        <div className="border-t border-line px-2 py-2">
          <Button kind="quiet" size="small" onClick={() => setWhole(true)}>
            Show {sessions.length - maxShown} more
          </Button>
        </div>
      )}
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

const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const find = (list: [RegExp, string][], text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1]

/** Device of a user agent, in words: "Chrome on Linux"; an unknown one as it stands. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const browser = find(browsers, userAgent)
  const system = find(systems, userAgent)
  if (!browser) return userAgent.slice(0, 60)
  return system ? `${browser} on ${system}` : browser
}

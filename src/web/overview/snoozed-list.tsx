import { Link } from '@tanstack/react-router'
import type { Attention } from '#contract/overview/overview.ts'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import type { Snooze } from './use-snooze.ts'

/** What the person signed in has put off; it stays counted everywhere. */
export function SnoozedList(props: { org: string; snoozed: Attention[]; snooze: Snooze }) {
  const { org, snoozed, snooze } = props
  return (
    <div className="border-t border-line px-4 py-2 text-table">
      <Disclosure label={`${snoozed.length} snoozed by you`}>
        <ul aria-label="Snoozed">
          {snoozed.map(({ environment_name: env, since, snoozed_at }) => (
            <li key={env} className="flex min-h-9 flex-wrap items-center gap-x-3">
              <Link
                to="/$org/environments/$env"
                params={{ org, env }}
                className="inline-flex min-w-0 items-center gap-1.5 font-medium text-text no-underline hover:underline max-md:min-h-11"
              >
                <VerdictMark verdict="non-compliant" />
                <span className="truncate">{env}</span>
              </Link>
              <span className="flex-1 text-muted">
                since <TimeAgo at={since} suffix />, snoozed <TimeAgo at={snoozed_at ?? 0} suffix />
              </span>
              <Button
                kind="quiet"
                size="small"
                disabled={snooze.isBusy}
                aria-label={`End snooze of ${env}`}
                onClick={() => snooze.end(env)}
              >
                End snooze
              </Button>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}

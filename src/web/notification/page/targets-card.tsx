import { Send } from 'lucide-react'
import type {
  NotificationSummary,
  TargetSummary,
} from '#contract/notification/notification-page.ts'
import { counted } from '#domain/common/counted.ts'
import { FormError } from '#web/form/form-error.tsx'
import { TestOutcome } from '#web/notification/editor/test-result.tsx'
import type { useSavedTest } from '#web/notification/editor/use-test.ts'
import { HealthLabel } from '#web/notification/health.tsx'
import { targetLabels } from '#web/notification/labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TimeAgo, TimeLeft } from '#web/ui/time.tsx'

/** Whom a rule tells, how that goes at each, and a test of each. */
export function TargetsCard(props: {
  notification: NotificationSummary
  refusal: string | null
  testing: ReturnType<typeof useSavedTest>
}) {
  const { notification, refusal, testing } = props
  return (
    <Card title="Targets" remark="a test is a real message, marked as one">
      <ul>
        {notification.targets.map((target) => (
          <li
            key={target.target_id}
            className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 border-t border-line px-4 py-3 text-table"
          >
            <span className="pt-0.5 text-muted">
              <Icon of={targetLabels[target.type].icon} />
            </span>
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{target.label}</p>
              <p className="flex flex-wrap items-center gap-x-3 text-meta text-muted">
                <span>{targetLabels[target.type].label}</span>
                <HealthLabel health={target.health} isDisabled={target.is_disabled} />
                <Story of={target} />
              </p>
              {target.is_disabled && (
                <p className="text-meta text-muted">
                  It answered 410 Gone, and gets no messages until it is edited or tested.
                </p>
              )}
            </div>
            <Button
              size="small"
              refusal={refusal}
              disabled={testing.isBusy}
              aria-label={`Test ${target.label}`}
              onClick={() => testing.test(target.target_id)}
            >
              <Icon of={Send} small />
              Test
            </Button>
            <div className="col-span-2 col-start-2 empty:hidden">
              <TestOutcome tested={testing.resultOf(target.target_id)} />
            </div>
          </li>
        ))}
      </ul>
      {testing.failure && (
        <div className="border-t border-line px-4 py-2">
          <FormError message={testing.failure} />
        </div>
      )}
    </Card>
  )
}

/** When it worked, when not, and what is on its way. */
function Story({ of: target }: { of: TargetSummary }) {
  const { last_success_at: success, last_failure_at: failure, waiting_count: waiting } = target
  return (
    <>
      {success !== null && (
        <span>
          succeeded <TimeAgo at={success} suffix />
        </span>
      )}
      {failure !== null && (
        <span>
          failed <TimeAgo at={failure} suffix />
          {target.failures_in_a_row > 1 && `, ${target.failures_in_a_row} in a row`}
        </span>
      )}
      {waiting > 0 && <span>{counted(waiting, 'message')} waiting</span>}
      {target.next_probe_at !== null && (
        <span>
          next try in <TimeLeft until={target.next_probe_at} over="a moment" />
        </span>
      )}
    </>
  )
}

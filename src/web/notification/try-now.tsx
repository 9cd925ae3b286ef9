import { Send } from 'lucide-react'
import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useSavedTest } from './editor/use-test.ts'

/** Whether messages of a rule fail now. */
export const isInTrouble = ({ health }: NotificationSummary): boolean =>
  health === 'failing' || health === 'retrying'

/** Tests all targets of a rule: those that accept it get at once what waits for them. */
export function TryNow(props: {
  org: string
  notification: NotificationSummary
  refusal: string | null
}) {
  const { isBusy, test } = useSavedTest(props.org, props.notification)
  const label = isBusy ? 'Trying' : 'Try now'
  return (
    <Button
      size="small"
      isBusy={isBusy}
      refusal={props.refusal}
      title="Sends a test: targets that accept it get what waits"
      aria-label={`${label}: ${props.notification.name}`}
      onClick={() => test()}
    >
      <Icon of={Send} small />
      {label}
    </Button>
  )
}

import { Suspense } from 'react'
import { deleteNotification } from '#contract/notification/notification.ts'
import { curl } from '#web/api/curl.ts'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import { AskingCard } from '#web/record/asking-card.tsx'

const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'))

/** Offers to delete a rule. */
export function DeleteCard(props: {
  org: string
  number: number
  name: string
  refusal: string | null
  onDeleted: () => void
}) {
  const { refusal, ...rule } = props
  const params = { org: rule.org, number: String(rule.number) }
  usePreload(DeleteDialog)
  return (
    <AskingCard
      verb="Delete"
      one="notification"
      answer="Nobody is told by this rule any more. Its number is not given again."
      refusal={refusal}
      call={curl(deleteNotification, { params })}
      renderQuestion={(close) => (
        <Suspense>
          <DeleteDialog {...rule} onClose={close} />
        </Suspense>
      )}
    />
  )
}

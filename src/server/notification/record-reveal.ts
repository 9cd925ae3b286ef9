import type { OrgContext } from '#server/request/handler.ts'
import { auditNotification } from './put-notification.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

interface Revealed {
  name: string
  number: number
  targets: readonly { webhook?: string | undefined }[]
}

/** Records that the signing secret of a notification was read. */
export const recordSecretRead = (
  context: OrgContext,
  { name, number }: Omit<Revealed, 'targets'>,
) =>
  inUnitOfWork(context, (w) =>
    auditNotification(
      w,
      'notification_secret_read',
      { name, number },
      { number, name, read: 'secret' },
    ),
  )

/** Records that whole addresses of webhooks, which are secrets, were read. */
export async function recordAddressesRead(
  context: OrgContext,
  notifications: readonly Revealed[],
): Promise<void> {
  if (context.role !== 'admin' && context.role !== 'member') return
  const revealed = notifications.filter(({ targets }) => targets.some(({ webhook }) => webhook))
  if (revealed.length === 0) return
  await inUnitOfWork(context, async (w) => {
    for (const { name, number } of revealed) {
      const body = { number, name, read: 'addresses' }
      await auditNotification(w, 'notification_secret_read', { name, number }, body)
    }
  })
}

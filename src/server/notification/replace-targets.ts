import { isDeepStrictEqual } from 'node:util'
import type { Secrets } from '#server/platform/secrets.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import type { TargetChange } from './parse-targets.ts'
import { insertTarget, removeTargets, type TargetRow, updateTarget } from './queries.ts'
import { decryptAddress, encryptAddress } from './target-address.ts'

/**
 * Replaces the targets of a notification, which is locked. One at the same address stays the same
 * target, with its delivery results, and is enabled again if it was disabled.
 * @returns whether anything changed
 */
export async function replaceTargets(
  { org, at, newId }: UnitOfWork,
  secrets: Secrets,
  notification_id: string,
  before: readonly TargetRow[],
  drafts: readonly TargetChange[],
): Promise<boolean> {
  const left = before.map((row) => ({ row, address: decryptAddress(secrets, org.orgId, row) }))
  let isChanged = false
  for (const [position, { type, address, payload_version, context }] of drafts.entries()) {
    const index = left.findIndex(
      (one) => one.row.type === type && isDeepStrictEqual(one.address, address),
    )
    const [same] = index === -1 ? [] : left.splice(index, 1)
    const fields = { position, payload_version, disabled_at: null }
    if (!same) {
      const id = newId()
      const encrypted = encryptAddress(secrets, org.orgId, id, address)
      const made = { id, notification_id, type, address: encrypted, ...fields }
      await insertTarget(org, { ...made, context: context && JSON.stringify(context) })
      isChanged = true
      continue
    }
    const { row } = same
    const isSame =
      row.position === position &&
      row.payload_version === payload_version &&
      row.disabled_at === null &&
      isDeepStrictEqual(row.context, context)
    if (isSame) continue
    await updateTarget(org, row.id, { ...fields, context: context && JSON.stringify(context) })
    isChanged = true
  }
  const gone = left.map(({ row }) => row.id)
  await removeTargets(org, gone, at)
  return isChanged || gone.length > 0
}

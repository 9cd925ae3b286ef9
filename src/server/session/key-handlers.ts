import { isKept } from '#domain/key-state.ts'
import { changeOwn, type OwnWrite, requirePerson } from '../change/record-own.ts'
import type { AccountContext, Handlers } from '../handler.ts'
import { notFound } from '../problem.ts'
import { keySummary, type MadeKey, makeNewKey, newKeyItem, rotateKey } from './key-life.ts'

/** A personal key that is neither revoked nor replaced for good, locked. @throws Problem 404 */
async function lockKey({ own, at }: OwnWrite, id: string) {
  const key = await own.lockKey(id)
  if (!key || !isKept(key, at)) throw notFound('API key not found')
  return key
}

const writeOwn = <T>(context: AccountContext, work: (write: OwnWrite) => Promise<T>) => {
  requirePerson(context, 'personal keys')
  return changeOwn(context, work)
}

/** What is recorded of a new key: nothing of its secret. */
const bodyOf = ({ row: { id, description, expires_at } }: MadeKey) => ({
  key_id: id,
  description,
  expires_at,
})

export const keyHandlers = {
  async listPersonalKeys({ across, actor, clock }) {
    const now = clock()
    const keys = await across.ownAccount(actor.userId).listKeys()
    return keys.map((key) => keySummary(key, key.is_imported ? null : 'personal', now))
  },

  createPersonalKey: (context, { body }) =>
    writeOwn(context, async ({ own, at, newId, record }) => {
      const made = makeNewKey('personal', newId(), body, at)
      await own.addKey(made.row)
      await record('key_created', bodyOf(made))
      return newKeyItem(made)
    }),

  rotatePersonalKey: (context, { params, body }) =>
    writeOwn(context, async (write) => {
      const { own, at, newId, record } = write
      const old = await lockKey(write, params.id)
      const rotated = rotateKey('personal', newId(), old, body, at)
      const { grace_ends_at } = rotated.old
      await own.addKey(rotated.made.row)
      await own.updateKey(old.id, rotated.old)
      await record('key_rotated', { ...bodyOf(rotated.made), replaces: old.id, grace_ends_at })
      return newKeyItem(rotated.made, grace_ends_at)
    }),

  revokePersonalKey: (context, { params }) =>
    writeOwn(context, async (write) => {
      const { id, description } = await lockKey(write, params.id)
      await write.own.updateKey(id, { revoked_at: write.at })
      await write.record('key_revoked', { key_id: id, description })
      return 'revoked'
    }),
} satisfies Partial<Handlers>

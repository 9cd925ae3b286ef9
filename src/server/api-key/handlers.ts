import { isRetained } from '#domain/api-key/key-state.ts'
import { notFound } from '#server/platform/problem.ts'
import { requirePerson } from '#server/request/access.ts'
import type { AccountContext, Handlers } from '#server/request/handler.ts'
import { requireRecentSignIn } from '#server/session/sign-in.ts'
import { changeOwnAccount, type OwnAccountChange } from '#server/user/change-own-account.ts'
import {
  keySummary,
  type MadeKey,
  makeNewKey,
  newKeyItem,
  outlastsMaker,
  rotateKey,
} from './key-lifecycle.ts'

/**
 * Finds a personal key that is neither revoked nor replaced for good, and locks it.
 * @throws Problem 404
 */
async function lockKey({ own, at }: OwnAccountChange, id: string) {
  const key = await own.lockKey(id)
  if (!key || !isRetained(key, at)) throw notFound('API key not found')
  return key
}

/**
 * Requires a key to expire no later than the one that its maker came with: else an expiring key
 * would live for ever.
 * @throws Problem 400
 */
function requireWithin({ keyEndsAt }: AccountContext['actor'], { row }: MadeKey): void {
  if (keyEndsAt === null || (row.expires_at !== null && row.expires_at <= keyEndsAt)) return
  throw outlastsMaker(keyEndsAt, row.expires_at ?? 0)
}

const writeOwn = <T>(context: AccountContext, work: (write: OwnAccountChange) => Promise<T>) => {
  requirePerson(context, 'personal keys')
  return changeOwnAccount(context, work)
}

const makeKey = async <T>(
  context: AccountContext,
  work: (write: OwnAccountChange) => Promise<T>,
) => {
  await requireRecentSignIn(context)
  return writeOwn(context, work)
}

/** Audit body of a new key, without its secret. */
const bodyOf = ({ row: { id, expires_at } }: MadeKey) => ({ key_id: id, expires_at })

export const keyHandlers = {
  async listPersonalKeys({ systemDatabase, actor, clock }) {
    const now = clock()
    const keys = await systemDatabase.ownAccount(actor.userId).listKeys()
    return keys.map((key) => keySummary(key, key.is_imported ? null : 'personal', now))
  },

  createPersonalKey: (context, { body }) =>
    makeKey(context, async ({ own, at, newId, appendEntry }) => {
      const made = makeNewKey('personal', newId(), body, at)
      requireWithin(context.actor, made)
      await own.addKey(made.row)
      await appendEntry('key_created', bodyOf(made), { description: made.row.description })
      return newKeyItem(made)
    }),

  rotatePersonalKey: (context, { params, body }) =>
    makeKey(context, async (write) => {
      const { own, at, newId, appendEntry } = write
      const old = await lockKey(write, params.id)
      const rotated = rotateKey('personal', newId(), old, body, at)
      const { grace_ends_at } = rotated.old
      requireWithin(context.actor, rotated.made)
      await own.addKey(rotated.made.row)
      await own.updateKey(old.id, rotated.old)
      if (context.sessionHash)
        await own.moveSession(context.sessionHash, old.id, rotated.made.row.id)
      const auditBody = { ...bodyOf(rotated.made), replaces: old.id, grace_ends_at }
      await appendEntry('key_rotated', auditBody, { description: old.description })
      return newKeyItem(rotated.made, grace_ends_at)
    }),

  revokePersonalKey: (context, { params }) =>
    writeOwn(context, async (write) => {
      const { id, description } = await lockKey(write, params.id)
      await write.own.updateKey(id, { revoked_at: write.at })
      await write.appendEntry('key_revoked', { key_id: id }, { description })
      return 'revoked'
    }),
} satisfies Partial<Handlers>

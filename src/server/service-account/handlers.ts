import { isKept } from '#domain/key-state.ts'
import { type AccountSearch, narrowAccounts } from '#domain/narrow-accounts.ts'
import {
  addServiceAccount,
  changeServiceAccount,
  deleteServiceAccount,
} from '../change/manage-service-account.ts'
import {
  addServiceKey,
  keyOfAccount,
  revokeServiceKey,
  rotateServiceKey,
} from '../change/manage-service-key.ts'
import {
  accountOfPath,
  ownAccountOfPath,
  requireShared,
  roleMissing,
} from '../change/own-service-account.ts'
import { write } from '../change/write.ts'
import { tagged } from '../entity-tag.ts'
import { exportAnswer } from '../export/export-answer.ts'
import type { Handlers, OrgContext } from '../handler.ts'
import { keyItem, keySummary } from '../session/key-life.ts'
import { accountColumns } from './export-columns.ts'
import { accountItem, accountSummary } from './item.ts'
import { listAccounts, listKeys, listKeyUses } from './queries.ts'

const secondsOfDay = 24 * 3600
/** Days of which uses of keys are shown. */
const daysShown = 30

/** A write that only shared organizations have. @throws Problem 403 (wire.md 3) */
const writeShared: typeof write = (context, work) => {
  requireShared(context, 'Service accounts')
  return write(context, work)
}

async function readAccounts(context: OrgContext) {
  requireShared(context, 'Service accounts')
  return listAccounts(context.org)
}

async function readSummaries(context: OrgContext, search: AccountSearch) {
  const now = context.clock()
  const [accounts, keys] = await Promise.all([readAccounts(context), listKeys(context.org)])
  const keysOf = (id: string) => keys.filter((key) => key.account_id === id)
  const all = accounts.map((row) => accountSummary(row, keysOf(row.id), now))
  return narrowAccounts(all, search)
}

export const serviceAccountHandlers = {
  async createServiceAccount(context, { body }) {
    return accountItem(await writeShared(context, (w) => addServiceAccount(w, context, body)))
  },

  async listServiceAccounts(context) {
    return (await readAccounts(context)).map(accountItem)
  },

  async getServiceAccount(context, { params }) {
    return tagged(accountItem(await accountOfPath(context, params.name)))
  },

  async updateServiceAccount(context, { params, body }) {
    const change = writeShared(context, (w) => changeServiceAccount(w, context, params.name, body))
    return accountItem(await change)
  },

  async deleteServiceAccount(context, { params }) {
    await writeShared(context, (w) => deleteServiceAccount(w, context, params.name))
    return 'OK'
  },

  createServiceKey: (context, { params, body }) =>
    writeShared(context, (w) => addServiceKey(w, context, params.name, body)),

  async listServiceKeys(context, { params }) {
    const { id } = await ownAccountOfPath(context, params.name)
    const now = context.clock()
    return (await listKeys(context.org, id)).filter((key) => isKept(key, now)).map(keyItem)
  },

  async getServiceKey(context, { params }) {
    const account = await ownAccountOfPath(context, params.name)
    return keyItem(await keyOfAccount(context.org, account, params.id, context.clock()))
  },

  rotateServiceKey: (context, { params, body }) =>
    writeShared(context, (w) => rotateServiceKey(w, context, params, body)),

  async revokeServiceKey(context, { params }) {
    await writeShared(context, (w) => revokeServiceKey(w, context, params))
    return 'revoked'
  },

  listServiceAccountSummaries: (context, { query }) => readSummaries(context, query),

  async exportServiceAccounts(context, { query }) {
    requireShared(context, 'Service accounts')
    async function* read() {
      yield await readSummaries(context, query)
    }
    return exportAnswer(context, { list: 'service-accounts', query, columns: accountColumns, read })
  },

  async getServiceAccountPage(context, { params }) {
    const now = context.clock()
    const account = await accountOfPath(context, params.name)
    const required_role = roleMissing(context, account)
    const place = [context.org, account.id] as const
    const since = Math.floor(now / secondsOfDay) - daysShown + 1
    const [keys, uses] = required_role
      ? [[], []]
      : await Promise.all([listKeys(...place), listKeyUses(...place, since)])
    return {
      ...accountItem(account),
      required_role,
      keys: keys.map((key) => keySummary(key, 'service', now)),
      uses: uses.map((use) => ({ ...use, day: use.day * secondsOfDay })),
    }
  },
} satisfies Partial<Handlers>

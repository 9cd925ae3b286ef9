import type { ServiceAccountSummary } from '#contract/service-account/service-account.ts'
import { isRetained } from '#domain/api-key/key-state.ts'
import { daySeconds } from '#domain/common/days.ts'
import { type AccountSearch, filterAccounts } from '#domain/service-account/filter-accounts.ts'
import { keyItem, keySummary } from '#server/api-key/key-lifecycle.ts'
import { exportAnswer } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { requireShared } from '#server/request/access.ts'
import { tagged } from '#server/request/entity-tag.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { requireRecentSignIn } from '#server/session/sign-in.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import {
  createServiceAccount,
  changeServiceAccount,
  deleteServiceAccount,
} from './change-service-account.ts'
import {
  createServiceKey,
  keyOfAccount,
  rotateServiceKey,
  revokeServiceKey,
} from './change-service-key.ts'
import {
  accountSummary,
  accountItem,
  accountOfPath,
  ownAccountOfPath,
  roleMissing,
} from './load-service-account.ts'
import { listAccounts, listKeys, listKeyUses } from './queries.ts'

/** Columns of service accounts as CSV. */
const accountColumns: Columns<ServiceAccountSummary> = {
  name: (account) => account.name,
  description: (account) => account.description,
  privilege: (account) => account.privilege,
  created_at: (account) => isoTime(account.created_at),
  created_by: (account) => account.created_by,
  working_keys: (account) => account.key_count,
  key_states: (account) => account.key_states.join(' '),
  last_used_at: (account) => isoTime(account.last_used_at),
  next_expiry_at: (account) => isoTime(account.next_expiry_at),
}

/** Days of key uses that are shown. */
const daysShown = 30

/** Runs a write that only shared organizations have. @throws Problem 403 */
const writeShared: typeof inUnitOfWork = (context, work) => {
  requireShared(context, 'Service accounts')
  return inUnitOfWork(context, work)
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
  return filterAccounts(all, search)
}

export const serviceAccountHandlers = {
  async createServiceAccount(context, { body }) {
    return accountItem(await writeShared(context, (w) => createServiceAccount(w, context, body)))
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

  async createServiceKey(context, { params, body }) {
    await requireRecentSignIn(context)
    return writeShared(context, (w) => createServiceKey(w, context, params.name, body))
  },

  async listServiceKeys(context, { params }) {
    const { id } = await ownAccountOfPath(context, params.name)
    const now = context.clock()
    return (await listKeys(context.org, id)).filter((key) => isRetained(key, now)).map(keyItem)
  },

  async getServiceKey(context, { params }) {
    const account = await ownAccountOfPath(context, params.name)
    return keyItem(await keyOfAccount(context.org, account, params.id, context.clock()))
  },

  async rotateServiceKey(context, { params, body }) {
    await requireRecentSignIn(context)
    return writeShared(context, (w) => rotateServiceKey(w, context, params, body))
  },

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
    const ofAccount = [context.org, account.id] as const
    const since = Math.floor(now / daySeconds) - daysShown + 1
    const [keys, uses] = required_role
      ? [[], []]
      : await Promise.all([listKeys(...ofAccount), listKeyUses(...ofAccount, since)])
    return {
      ...accountItem(account),
      required_role,
      keys: keys.map((key) => keySummary(key, 'service', now)),
      uses: uses.map((use) => ({ ...use, day: use.day * daySeconds })),
    }
  },
} satisfies Partial<Handlers>

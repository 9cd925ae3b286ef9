import type { QueryClient } from '@tanstack/react-query'
import type { KeyInput, NewKey, RotationInput } from '#contract/api-key/api-key.ts'
import {
  createServiceKey,
  getServiceAccountPage,
  revokeServiceKey,
  rotateServiceKey,
} from '#contract/service-account/service-account.ts'
import {
  createPersonalKey,
  listPersonalKeys,
  revokePersonalKey,
  rotatePersonalKey,
} from '#contract/user/own-account.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'

/** Whose keys they are: how they are made, rotated and revoked, and the calls that do the same. */
export interface KeyOwner {
  /** An organization that the keys open, for examples and live changes. */
  org: string
  create: (body: KeyInput) => Promise<NewKey>
  createCall: (body: KeyInput) => string
  rotate: (id: string, body: RotationInput) => Promise<NewKey>
  rotateCall: (id: string, body: RotationInput) => string
  revoke: (id: string) => Promise<unknown>
  revokeCall: (id: string) => string
  /** Asks anew which keys there are, and when each was used. */
  reread: () => Promise<unknown>
}

/** The keys of a service account. */
export function keysOfAccount(org: string, name: string, queryClient: QueryClient): KeyOwner {
  const params = { org, name }
  return {
    org,
    create: (body) => call(createServiceKey, { params, body }),
    createCall: (body) => curl(createServiceKey, { params, body }),
    rotate: (id, body) => call(rotateServiceKey, { params: { ...params, id }, body }),
    rotateCall: (id, body) => curl(rotateServiceKey, { params: { ...params, id }, body }),
    revoke: (id) => call(revokeServiceKey, { params: { ...params, id } }),
    revokeCall: (id) => curl(revokeServiceKey, { params: { ...params, id } }),
    reread: () =>
      queryClient.invalidateQueries({
        queryKey: endpointQuery(getServiceAccountPage, params).queryKey,
      }),
  }
}

/** Query options of the keys of who is signed in. */
export const personalKeysQuery = endpointQuery(listPersonalKeys, {})

/** The keys of who is signed in. No organization tells of changes: the list is asked anew. */
export function personalKeys(org: string, queryClient: QueryClient): KeyOwner {
  const reread = () => queryClient.invalidateQueries({ queryKey: personalKeysQuery.queryKey })
  const renew = async <T>(change: Promise<T>) => {
    const answer = await change
    await reread()
    return answer
  }
  return {
    org,
    create: (body) => renew(call(createPersonalKey, { body })),
    createCall: (body) => curl(createPersonalKey, { params: {}, body }),
    rotate: (id, body) => renew(call(rotatePersonalKey, { params: { id }, body })),
    rotateCall: (id, body) => curl(rotatePersonalKey, { params: { id }, body }),
    revoke: (id) => renew(call(revokePersonalKey, { params: { id } })),
    revokeCall: (id) => curl(revokePersonalKey, { params: { id } }),
    reread,
  }
}

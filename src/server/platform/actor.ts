import { automaticName } from '#contract/audit-log/automatic-name.ts'

/** The caller: a person, by key or by session, or a service account by its key. */
export interface Actor {
  /** Of the person or of the service account. */
  userId: string
  name: string
  /** Null for a dashboard session. */
  keyId: string | null
  /** Label of the key; null for a dashboard session. */
  keyLabel: string | null
  /** End of the key that they came with, or that their session was opened with; null for never. */
  keyEndsAt: number | null
  /** When that key was made; null for a session that no key opened. */
  keyMadeAt: number | null
  /** Start of their session; null for a key. */
  signedInAt: number | null
  /** Address that the request came from. */
  address: string | null
  /** The request that this is about. */
  requestId: string | null
  isServiceAccount: boolean
  /**
   * The person responsible for the account: themselves, or who answers for the service account's
   * key.
   */
  responsibleId: string
}

/** Author in an audit entry; work without a request has neither key nor request. */
export type Author = Pick<Actor, 'name' | 'keyId' | 'address'> &
  Partial<Pick<Actor, 'keyLabel' | 'requestId'>>

/** Nobody: what happens by itself at an instant that was set before. No user can have this name. */
export const automaticActor = {
  userId: '',
  name: automaticName,
  keyId: null,
  address: null,
} as const

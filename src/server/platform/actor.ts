/** Who calls: a person, by key or by session, or a service account by its key. */
export interface Actor {
  /** Of the person or of the service account. */
  userId: string
  name: string
  /** Null for a dashboard session. */
  keyId: string | null
  /** What the key is called; null for a dashboard session. */
  keyLabel: string | null
  /** When the key ends that they came with, or that their session was opened with; null for never. */
  keyEndsAt: number | null
  /** When their session was opened; null for who came with a key. */
  signedInAt: number | null
  /** Where the request came from. */
  address: string | null
  /** The request that this is about. */
  requestId: string | null
  isServiceAccount: boolean
  /** The person who answers for what they do: themselves, or whose key of the account it is. */
  responsibleId: string
}

/** What a record says of its author; what nobody asked for has neither key nor request. */
export type Author = Pick<Actor, 'name' | 'keyId' | 'address'> &
  Partial<Pick<Actor, 'keyLabel' | 'requestId'>>

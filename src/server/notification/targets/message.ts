import type { Reply } from '../../outgoing/outgoing.ts'
import type { Address } from '../address.ts'
import type { DueDelivery } from '../delivery-queries.ts'
import type { Payload } from '../payload.ts'

/** A message that is to be sent, with what was secret of it. */
export interface Message {
  delivery: DueDelivery
  address: Address
  /** What sign it: the newest first. */
  secrets: readonly string[]
  payload: Payload
  /** Unix seconds of the attempt. */
  now: number
}

/** Sends a message to a target of one type. It never throws. */
export type Send = (message: Message) => Promise<Reply>

export const unreadable: Reply = {
  status: null,
  error: 'The address of the target cannot be read: it was stored under another key',
}

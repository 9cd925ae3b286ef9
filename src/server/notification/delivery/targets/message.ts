import type { Rendering } from '#contract/notification/draft.ts'
import type { Reply } from '#server/egress/http-client.ts'
import type { Address } from '#server/notification/target-address.ts'
import type { Payload } from '#server/notification/dispatch/payload.ts'

/** What a message is marked as, if it does not simply tell what happened. */
export type Emphasis = 'test' | 'again' | null

/** A message that is to be sent, with what was secret of it. */
export interface Message {
  /** The same in all attempts. */
  id: string
  /** What mails are threaded by. */
  thread: string
  address: Address
  /** What sign it: the newest first. */
  secrets: readonly string[]
  payload: Payload
  mark: Emphasis
  /** Unix seconds of the attempt. */
  now: number
}

/** How targets of one type are told. */
export interface Sender {
  /** What they get, apart from headers. */
  render(payload: Payload, mark: Emphasis): Rendering
  /** Sends a message. It never throws. */
  send(message: Message): Promise<Reply>
}

export const unreadable: Reply = {
  status: null,
  error: 'The address of the target cannot be read: it was stored under another key',
}

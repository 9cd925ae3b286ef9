import type { Rendering } from '#contract/notification/draft.ts'
import { verdictText } from '#domain/verdict/qualified-verdict.ts'
import type { Reply } from '#server/egress/http-client.ts'
import type { Address } from '#server/notification/target-address.ts'
import type { Payload, PayloadStatus } from '#server/notification/dispatch/payload.ts'

/** Emphasis of a message that does not simply report an event. */
export type Emphasis = 'test' | 'again' | null

/** A message to send, with its decrypted secrets. */
export interface Message {
  /** The same in all attempts. */
  id: string
  /** Thread of mails. */
  thread: string
  address: Address
  /** Signing secrets, the newest first. */
  secrets: readonly string[]
  payload: Payload
  emphasis: Emphasis
  /** Unix seconds of the attempt. */
  now: number
}

/** Sender for targets of one type. */
export interface Sender {
  /** Renders a message, apart from headers. */
  render(payload: Payload, emphasis: Emphasis): Rendering
  /** Sends a message. It never throws. */
  send(message: Message): Promise<Reply>
}

/** A verdict among the facts of a message, with what carries it: "compliant by override". */
export const statusText = ({ status: verdict, qualifiers, is_stale }: PayloadStatus): string =>
  verdictText({ verdict, qualifiers, isStale: is_stale }).toLowerCase()

export const unreadable: Reply = {
  status: null,
  error: 'The address of the target cannot be read: it was stored under another key',
}

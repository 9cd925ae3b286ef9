import { Problem, fieldProblem } from '#server/platform/problem.ts'
import type { Address } from '#server/notification/target-address.ts'

/** Mail addresses of one test: their owners have not agreed to receive mail. */
const maxMails = 10
/** Messages in a minute; a mail to several addresses counts for each. */
const maxPerMinute = { account: 30, organization: 60 }

/**
 * Limits tests of notifications, whose addresses nobody has verified, so that they are no mail
 * relay.
 */
export class TestLimit {
  #minute = 0
  readonly #sent = new Map<string, number>()

  /**
   * Counts a test to these addresses.
   * @throws Problem 400 for too many mail addresses, 429 for too many messages in a minute
   */
  count(
    caller: { orgId: string; userId: string },
    addresses: readonly (Address | null)[],
    now: number,
  ): void {
    const mails = addresses.flatMap((one) => (one && 'email' in one ? one.email : [])).length
    if (mails > maxMails) {
      const reason = `A test should go to at most ${maxMails} mail addresses`
      throw fieldProblem('targets', reason, mails)
    }
    const minute = Math.floor(now / 60)
    if (minute !== this.#minute) this.#sent.clear()
    this.#minute = minute
    const owners = [
      [`account ${caller.userId}`, maxPerMinute.account],
      [`organization ${caller.orgId}`, maxPerMinute.organization],
    ] as const
    // A list of targets has at most fifty: the first test in a minute is always sent.
    const isOver = owners.some(([owner, max]) => (this.#sent.get(owner) ?? 0) >= max)
    if (isOver) {
      const seconds = Math.max(1, Math.ceil((minute + 1) * 60 - now))
      throw new Problem(429, `Too many tests of notifications: wait ${seconds} seconds`, {
        headers: { 'retry-after': String(seconds) },
      })
    }
    const messages = addresses.filter((one) => !one || !('email' in one)).length + mails
    for (const [owner] of owners) this.#sent.set(owner, (this.#sent.get(owner) ?? 0) + messages)
  }
}

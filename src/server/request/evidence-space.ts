import type { EvidenceUsage } from '#server/database/system/evidence-usage.ts'
import type { Clock } from '#server/platform/clock.ts'
import type {
  EvidenceReceiver,
  EvidenceStore,
  ReceivedFile,
} from '#server/platform/evidence-store.ts'
import type { IdGenerator } from '#server/platform/ids.ts'
import { Problem } from '#server/platform/problem.ts'

interface EvidenceSpaceOptions {
  evidence: EvidenceStore
  usage: EvidenceUsage
  /** Bytes that an organization without a quota may store; null for any number. */
  limit: number | null
  newId: IdGenerator
  clock: Clock
  /** Called for each file that is refused. */
  onRefused(): void
  /** Told of space that could not be given back; it is within an hour. */
  onError(error: unknown): void
}

/** The organization that a file is for. */
interface Owner {
  orgId: string
  name: string
}

/** Receives evidence as far as an organization has space for it. */
export class EvidenceSpace {
  readonly #options: EvidenceSpaceOptions

  constructor(options: EvidenceSpaceOptions) {
    this.#options = options
  }

  /**
   * Where evidence of an organization is received: `store` of a file reserves its space, and fails
   * with Problem 507 where there is none; `discard` gives back what no row took over.
   */
  of(owner: Owner): EvidenceReceiver {
    const { evidence, usage, onError } = this.#options
    return {
      receive: async (name, content) => {
        const file = await evidence.receive(name, content)
        let reservation: string | null = null
        return {
          ...file,
          store: async () => {
            reservation ??= await this.#reserve(owner, file)
            await file.store()
          },
          discard: async () => {
            await file.discard()
            // A failure must not undo the answer to a call that is committed.
            if (reservation) await usage.release(owner.orgId, reservation).catch(onError)
          },
        }
      },
    }
  }

  /** Bytes that an organization may store; null for any number. */
  limitOf(orgId: string): Promise<number | null> {
    return this.#options.usage.limitOf(orgId, this.#options.limit)
  }

  /** @returns the reservation, or null if the organization has the file @throws Problem 507 */
  async #reserve({ orgId, name }: Owner, { sha256, size }: ReceivedFile): Promise<string | null> {
    const { usage, limit, newId, clock, onRefused } = this.#options
    const id = newId()
    const now = clock()
    const reserved = await usage.reserve({ orgId, sha256, size }, id, { limit, now })
    if (reserved.isAllowed) return reserved.isReserved ? id : null
    onRefused()
    const [used, limitBytes] = [await usage.bytesOf(orgId), await this.limitOf(orgId)]
    throw new Problem(
      507,
      `Organization '${name}' may store ${limitBytes} bytes of evidence: ${used} are used, and this file ` +
        `takes ${size} more. Nothing of this call was stored`,
    )
  }
}

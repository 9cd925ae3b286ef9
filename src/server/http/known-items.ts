import type { RepeatedItems } from '#contract/common/endpoint.ts'
import { itemsIn, readJson } from './read-json.ts'

/** Bytes of JSON after which what was not sent again is forgotten; read, it takes several times as many. */
const mostBytes = 2_000_000

interface Known {
  schema: RepeatedItems['item']
  item: unknown
}

/**
 * Items of lists that clients send again with few changes, as they were read and validated. They
 * are shared by requests, so nobody may change them.
 */
export class KnownItems {
  #lately = new Map<string, Known>()
  #before = new Map<string, Known>()
  #bytes = 0

  /**
   * Reads a body that holds such a list and nothing else; of its items only those not known.
   * @returns null for any other body, and for one with a fault, so that it is read as a whole and
   * refused by where the fault is
   */
  read(
    bytes: Buffer,
    { member, item: schema }: RepeatedItems,
  ): { value: Record<string, unknown[]>; raw: string } | null {
    const places = itemsIn(bytes, member)
    if (!places) return null
    const items: unknown[] = []
    for (const [from, to] of places) {
      const text = bytes.toString('latin1', from, to)
      const known = this.#recall(text, schema) ?? readItem(bytes.subarray(from, to), schema)
      if (!known) return null
      this.#keep(text, known)
      items.push(known.item)
    }
    return { value: { [member]: items }, raw: bytes.toString('utf8') }
  }

  #recall(text: string, schema: Known['schema']): Known | undefined {
    const known = this.#lately.get(text) ?? this.#before.get(text)
    return known?.schema === schema ? known : undefined
  }

  #keep(text: string, known: Known): void {
    if (this.#lately.get(text) === known) return
    if (this.#bytes > mostBytes) {
      this.#before = this.#lately
      this.#lately = new Map()
      this.#bytes = 0
    }
    this.#lately.set(text, known)
    this.#bytes += text.length
  }
}

/** Reads one item; null if it has a fault, or says a member twice. */
function readItem(bytes: Buffer, schema: Known['schema']): Known | null {
  try {
    const { value, raw } = readJson(bytes, 'item')
    const { success, data } = schema.safeParse(value)
    return success && raw === bytes.toString('utf8') ? { schema, item: data } : null
  } catch {
    return null
  }
}

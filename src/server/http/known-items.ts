import type { RepeatedItems } from '#contract/common/endpoint.ts'
import { itemsIn, readJson } from './read-json.ts'
import { readByListBefore, type SentList } from './sent-list.ts'

/** Bytes of JSON after which what was not sent again is forgotten; read, it takes several times as many. */
const maxBytes = 2_000_000

/** Bytes of the lists that are kept whole, with what names them, each until the sender has another. */
const maxListedBytes = 4_000_000
/** Bytes that keeping a list takes besides, about. */
const bytesBeside = 500

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
  #lists = new Map<string, SentList<Known>>()
  #listed = 0

  /**
   * Reads a body that holds such a list and nothing else; of its items only those not known.
   * @param sender - names what the list is of: the next one is read by what differs
   * @returns null for any other body, and for one with a fault, so that it is read as a whole and
   * refused by where the fault is
   */
  read(
    bytes: Buffer,
    { member, item: schema }: RepeatedItems,
    sender: string,
  ): { value: Record<string, unknown[]>; raw: string } | null {
    const readItem = (from: number, to: number) => this.#readItem(bytes, [from, to], schema)
    const before = this.#lists.get(sender)
    const list =
      (before?.items[0]?.schema === schema && readByListBefore(bytes, before, readItem)) ||
      readWhole(bytes, member, readItem)
    if (!list) return null
    this.#keepList(sender, list)
    return { value: { [member]: list.items.map(({ item }) => item) }, raw: bytes.toString('utf8') }
  }

  /** Number of lists that are kept whole. */
  get listCount(): number {
    return this.#lists.size
  }

  #keepList(sender: string, list: SentList<Known>): void {
    this.#forget(sender)
    this.#lists.set(sender, list)
    this.#listed += sizeOf(sender, list)
    for (const oldest of this.#lists.keys()) if (this.#listed > maxListedBytes) this.#forget(oldest)
  }

  #forget(sender: string): void {
    const list = this.#lists.get(sender)
    if (list) this.#listed -= sizeOf(sender, list)
    this.#lists.delete(sender)
  }

  #readItem(bytes: Buffer, [from, to]: [number, number], schema: Known['schema']): Known | null {
    const text = bytes.toString('latin1', from, to)
    const known = this.#recall(text, schema) ?? readItem(bytes.subarray(from, to), schema)
    if (known) this.#keep(text, known)
    return known
  }

  #recall(text: string, schema: Known['schema']): Known | undefined {
    const known = this.#lately.get(text) ?? this.#before.get(text)
    return known?.schema === schema ? known : undefined
  }

  #keep(text: string, known: Known): void {
    if (this.#lately.get(text) === known) return
    if (this.#bytes > maxBytes) {
      this.#before = this.#lately
      this.#lately = new Map()
      this.#bytes = 0
    }
    this.#lately.set(text, known)
    this.#bytes += text.length
  }
}

const sizeOf = (sender: string, { bytes }: SentList<Known>) =>
  sender.length + bytes.length + bytesBeside

/** Reads a list by its items alone. */
function readWhole(
  bytes: Buffer,
  member: string,
  readItem: (from: number, to: number) => Known | null,
): SentList<Known> | null {
  const found = itemsIn(bytes, member)
  if (!found) return null
  const items: Known[] = []
  for (const [from, to] of found.ranges) {
    const known = readItem(from, to)
    if (!known) return null
    items.push(known)
  }
  return { bytes, items, ...found }
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

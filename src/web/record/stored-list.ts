import * as z from 'zod/mini'
import { readStored, store as storeText } from '#web/ui/browser-storage.ts'

/** A short list that this browser keeps, of one person in one organization, the last item first. */
interface StoredList<Item> {
  /** The stored items; empty where they cannot be read. */
  read: (org: string, user: string) => Item[]
  /** A list with an item before all others, each once. */
  withFirst: (first: Item, list: readonly Item[]) => Item[]
  /** Keeps an item before all others. */
  store: (org: string, user: string, first: Item) => void
}

/** Makes a list in the storage of this browser; what is beyond `max` items is forgotten. */
export function storedList<Item>(
  name: string,
  item: z.ZodMiniType<Item>,
  { max, isSame }: { max: number; isSame: (one: Item, other: Item) => boolean },
): StoredList<Item> {
  const keyOf = (org: string, user: string) => `cairn.${name}.${org}.${user}`
  const read = (org: string, user: string) => {
    try {
      const stored = JSON.parse(readStored(keyOf(org, user)) ?? '[]')
      return z.array(item).safeParse(stored).data ?? []
    } catch {
      return []
    }
  }
  const withFirst = (first: Item, list: readonly Item[]) =>
    [first, ...list.filter((one) => !isSame(one, first))].slice(0, max)
  const store = (org: string, user: string, first: Item) =>
    storeText(keyOf(org, user), JSON.stringify(withFirst(first, read(org, user))))
  return { read, withFirst, store }
}

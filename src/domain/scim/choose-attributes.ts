import { readAttributePath } from './attribute-path.ts'

/** Attributes that every answer has. */
const always = ['schemas', 'id']

/**
 * Leaves out attributes that a client did not ask for, RFC 7644, section 3.9; a part of one stands
 * for the whole.
 */
export function chooseAttributes(
  resource: object,
  query: { attributes?: string | undefined; excludedAttributes?: string | undefined },
): object {
  const [wanted, excluded] = [namesOf(query.attributes), namesOf(query.excludedAttributes)]
  return Object.fromEntries(
    Object.entries(resource).filter(([given]) => {
      const name = given.toLowerCase()
      if (always.includes(name)) return true
      return (wanted === null || wanted.includes(name)) && !excluded?.includes(name)
    }),
  )
}

/** Attributes of a list between commas; null for no list. */
const namesOf = (list: string | undefined) =>
  list === undefined
    ? null
    : list.split(',').flatMap((path) => readAttributePath(path.trim())?.attribute ?? [])

/** Prefix of an attribute's name that names its schema, too. */
const schemas = /^urn:ietf:params:scim:schemas:(core|extension:\w{1,40}):2\.0:\w{1,40}:/i
const name = String.raw`[a-z$][\w$-]{0,100}`
const form = new RegExp(`^(${name})(?:\\[([^\\[\\]]*)\\])?(?:\\.(${name}))?$`, 'i')

/** A path in a SCIM resource; names are in lower case, as case does not tell them apart. */
export interface AttributePath {
  /** Whether a schema of an extension has it. */
  isExtension: boolean
  attribute: string
  /** The condition between brackets; null for none. */
  condition: string | null
  part: string | null
}

/**
 * Reads a path like `emails[type eq "work"].value`, RFC 7644, section 3.10.
 * @returns null for any other text
 */
export function readAttributePath(path: string): AttributePath | null {
  const [prefix = '', kind = ''] = schemas.exec(path) ?? []
  const [, attribute, condition, part] = form.exec(path.slice(prefix.length)) ?? []
  if (attribute === undefined) return null
  return {
    isExtension: kind.toLowerCase().startsWith('extension'),
    attribute: attribute.toLowerCase(),
    condition: condition ?? null,
    part: part?.toLowerCase() ?? null,
  }
}

/**
 * The attributes of a body that are kept, under their names in the schema: case does not tell them
 * apart.
 * @param kept - names by themselves in lower case
 */
export function pickAttributes(
  body: object,
  kept: ReadonlyMap<string, string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([given, value]) => {
      const name = kept.get(given.toLowerCase())
      return name === undefined ? [] : [[name, value]]
    }),
  )
}

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

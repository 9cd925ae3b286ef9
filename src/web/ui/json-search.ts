/** A place in JSON: its path as code would write it, and what stands there. */
export interface JsonPlace {
  path: string
  value: unknown
}

/** The path of a child: `.key`, `["a key"]` or `[0]`. */
export function childPath(parent: string, key: string, isList: boolean): string {
  if (isList) return `${parent}[${key}]`
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return parent ? `${parent}.${key}` : key
  return `${parent}[${JSON.stringify(key)}]`
}

/** Places whose key, or whose plain value, has a text in it, whatever the case; at most `limit`. */
export function findInJson(value: unknown, text: string, limit: number): JsonPlace[] {
  const wanted = text.toLowerCase()
  const found: JsonPlace[] = []
  const visit = (key: string, path: string, one: unknown) => {
    if (found.length >= limit) return
    const isBranch = typeof one === 'object' && one !== null
    const isHit =
      key.toLowerCase().includes(wanted) ||
      (!isBranch && String(one).toLowerCase().includes(wanted))
    if (isHit && path) found.push({ path, value: one })
    if (!isBranch) return
    const isList = Array.isArray(one)
    for (const [name, child] of Object.entries(one)) {
      visit(isList ? '' : name, childPath(path, name, isList), child)
    }
  }
  visit('', '', value)
  return found
}

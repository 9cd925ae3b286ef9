import type { Endpoint } from './endpoint.ts'

/** Header of who wants to see what is archived, too, where active things are read: the dashboard. */
export const archiveHeader = 'x-cairn-archive'

/** Path parameters that name something which can be archived. */
type Archivable = 'flow_name' | 'env_name'

/**
 * Archived flows and environments stay readable: each of these endpoints has a twin under
 * `/cairn/{org}/archived/…` with the same query and answer, which knows archived ones only. Every
 * GET below a `{flow_name}` or `{env_name}` has one by itself; a list across them asks with
 * `archive: true`.
 */
type Twinned =
  { method: 'GET'; path: `${string}{${Archivable}}${string}` } | { method: 'GET'; archive: true }

/** `getFlow` → `archivedGetFlow`. */
type ArchivedName<Name extends string> = `archived${Capitalize<Name>}`

type ArchivedPath<Path extends string> = Path extends `/cairn/{org}${infer Rest}`
  ? `/cairn/{org}/archived${Rest}`
  : Path extends `${infer Noun}/{org}${infer Rest}`
    ? `/cairn/{org}/archived${Noun}${Rest}`
    : never

/** The twins of some endpoints, by their own names. */
export type ArchivedTwins<Own extends Record<string, Endpoint>> = {
  [Name in keyof Own & string as Own[Name] extends Twinned ? ArchivedName<Name> : never]: Omit<
    Own[Name],
    'path'
  > & { path: ArchivedPath<Own[Name]['path']> }
}

/** Name of an endpoint's twin, which it may not have. */
export const archivedName = (name: string) =>
  `archived${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** Whether an endpoint has a twin. */
export const isTwinned = ({
  method,
  archive,
  path,
}: Pick<Endpoint, 'method' | 'archive' | 'path'>) =>
  method === 'GET' && (archive === true || /\{(flow|env)_name\}/.test(path))

/** `/flows/{org}/{flow_name}` → `/cairn/{org}/archived/flows/{flow_name}`. */
export const archivedPath = (path: string) =>
  `/cairn/{org}/archived${path.replace('/cairn/{org}', '').replace('/{org}', '')}` as const

/** Makes the twins of those endpoints that have one. */
export function archivedTwins<const Own extends Record<string, Endpoint>>(
  own: Own,
): ArchivedTwins<Own> {
  return Object.fromEntries(
    Object.entries(own)
      .filter(([, endpoint]) => isTwinned(endpoint))
      .map(([name, { spec: _, ...endpoint }]) => [
        archivedName(name),
        {
          ...endpoint,
          path: archivedPath(endpoint.path),
          summary: `${endpoint.summary} (of what is archived)`,
          description: `Reads the archive alone, as \`${name}\` reads what is active. ${endpoint.description}`,
        },
      ]),
  ) as ArchivedTwins<Own>
}

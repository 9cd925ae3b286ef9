import type { Rolldown } from 'vite'

type Group = Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']
type Name = Extract<NonNullable<Group>[number]['name'], (...args: never) => unknown>

/** Modules of lists of records: forms do without. */
const ofTables = /table-core|react-table|src.web.(list|table).(?!row-keys)/

/**
 * Names own modules that `root` stands on by static imports, and not `root` itself. All that such a
 * module imports is one, too, so that chunks made so never import each other in a circle.
 */
function standingUnder(root: RegExp, name: string): Name {
  const known = new Map<string, boolean>()
  const isUnder = (id: string, context: Parameters<Name>[1]): boolean => {
    const before = known.get(id)
    if (before !== undefined) return before
    known.set(id, false)
    const { importers = [] } = context.getModuleInfo(id) ?? {}
    // Packages follow those that need them: a barrel of all parts would bring every part.
    const is =
      !id.includes('node_modules') &&
      importers.some((importer) => root.test(importer) || isUnder(importer, context))
    known.set(id, is)
    return is
  }
  return (id, context) => (!root.test(id) && isUnder(id, context) ? name : null)
}

/**
 * Few files for the first page, since each costs a request: what every page needs, what the frame
 * around pages needs, what most pages share, tables, and what the overview shares with
 * several other pages.
 */
export const chunkGroups: Group = [
  { name: 'initial', tags: ['$initial'], priority: 5 },
  {
    name: standingUnder(/routes.\$org.route\.tsx\?tsr-split/, 'frame'),
    debugName: 'frame',
    priority: 4,
  },
  { name: 'common', test: (id) => !ofTables.test(id), minShareCount: 24, priority: 3 },
  { name: 'table', test: ofTables, minShareCount: 20, priority: 2 },
  {
    name: standingUnder(/routes.\$org.index\.tsx\?tsr-split/, 'overview'),
    debugName: 'overview',
    minShareCount: 5,
  },
]

import type { Rolldown } from 'vite'

type Group = Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']
type Name = Extract<NonNullable<Group>[number]['name'], (...args: never) => unknown>
type Context = Parameters<Name>[1]

/** Parts of routes that are loaded with their page. */
const ofPage = /src\/web\/routes\/.+\?tsr-split/
const frame = /routes\/\$org\/route\.tsx\?tsr-split/
/** The overview with its chart. */
const overview = /routes\/\$org\/index\.tsx\?tsr-split|chart\/axis-plot\.tsx$/
/**
 * Chunks that the frame and lists load once the page is there, so that what needs them opens at
 * once.
 */
const ahead =
  /src\/web\/(search\/search-palette|shell\/report-head|table\/(time|value)-fields|ui\/layers)\.tsx?$/
/** Modules of lists of records: forms do without. */
const ofTables = /src\/web\/(list|table)\/(?!row-keys)/
/** Parts of several lists, each smaller than the request for it. */
const smallOfLists =
  /src\/web\/(table\/sorting|domain-ui\/(record-column|quiet-mark|trail-state-filter))\.tsx?$/
/** Modules that all controls of Radix import. */
const basics = /@radix-ui\/(primitive|react-(context|presence|primitive|use-[a-z-]+))\//
/** Signs are small, and a file of them would be one more for most pages. */
const icons = /lucide-react\/.+\/icons\//
/** Modules that most pages share: they come with the frame. */
const many = 12

type File = 'frame' | 'table' | 'controls' | 'ahead'
const known = new Map<string, File | null>()

/**
 * The file of a module, by what stands on it by static imports; null where the bundler decides. What
 * such a module imports is in such a file, too, so that files never import each other in a circle.
 */
function fileOf(id: string, context: Context): File | null {
  const before = known.get(id)
  if (before !== undefined) return before
  const file = chooseFile(id, context)
  known.set(id, file)
  return file
}

function chooseFile(id: string, context: Context): File | null {
  if (basics.test(id) || icons.test(id)) return 'frame'
  // Other packages follow those that need them: a barrel of all parts would bring every part.
  if (id.includes('node_modules')) return null
  if (smallOfLists.test(id)) return 'table'
  const above = new Set([id])
  // The set grows while it is walked: each module brings those that import it.
  for (const one of above) {
    for (const importer of context.getModuleInfo(one)?.importers ?? []) above.add(importer)
  }
  const all = [...above]
  const isUnder = (part: RegExp) => all.some((one) => part.test(one))
  const pages = all.filter((one) => ofPage.test(one)).length
  const starts = all.filter((one) => context.getModuleInfo(one)?.dynamicImporters.length)
  if (isUnder(frame) || pages >= many || (isUnder(overview) && starts.length > 1)) {
    return ofTables.test(id) ? 'table' : 'frame'
  }
  if (!isUnder(ahead)) return null
  return pages > 0 ? 'controls' : 'ahead'
}

const named =
  (file: File): Name =>
  (id, context) =>
    fileOf(id, context) === file ? file : null

/**
 * Few files for the first page, since each costs a request: what every page needs; the frame with
 * what the overview and most pages share; tables; and, once the page is there, what is loaded ahead.
 */
export const chunkGroups: Group = [
  { name: 'initial', tags: ['$initial'], priority: 5 },
  { name: named('frame'), debugName: 'frame', priority: 4 },
  { name: named('table'), debugName: 'table', priority: 3 },
  // Each page has only those that it needs, but for some smaller than the request for them, in bytes.
  {
    name: named('controls'),
    debugName: 'controls',
    priority: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 2_000,
  },
  { name: named('ahead'), debugName: 'ahead' },
]

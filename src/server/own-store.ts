import { randomUUID } from 'node:crypto'
import type { Instance } from './database/system/instance.ts'
import type { EvidenceStore } from './platform/evidence-store.ts'
import { isStoreFailure, OperatorError } from './platform/failure.ts'

/**
 * Opens the store of evidence, if it is the one that the database names, by a name that both have.
 * The first process gives it to them; older ones are known by their evidence.
 * @throws OperatorError if it is another store, or cannot be reached
 */
export const openOwnStore = (instance: Instance, evidence: EvidenceStore): Promise<void> =>
  explaining(evidence, async () => {
    const { owner, isNamed } = await compare(instance, evidence)
    // Not before: folders that it makes would pass for a store that is away.
    await evidence.open()
    if (isNamed) return
    const id = await instance.keep(owner ?? randomUUID())
    await evidence.own(id)
    if ((await evidence.owner()) !== id) throw foreign(evidence)
  })

/** Requires the same of a command, which gives no name. @throws OperatorError */
export const requireUsedStore = (instance: Instance, evidence: EvidenceStore): Promise<void> =>
  explaining(evidence, async () => void (await compare(instance, evidence)))

/** Requires a store to have no name: files of a restored backup go into no other. @throws OperatorError */
export const requireUnownedStore = (evidence: EvidenceStore): Promise<void> =>
  explaining(evidence, async () => {
    if ((await evidence.owner()) === null) return
    throw new OperatorError(
      `The store of evidence ${evidence.location} belongs to an instance, whose daily collection removes ` +
        'what its own database does not name. Restore into an empty one; where that instance is gone for ' +
        "good, remove 'instance' from the store first, and its files are used.",
    )
  })

/** Runs work on a store. @throws OperatorError where that fails */
export async function explaining<T>(evidence: EvidenceStore, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isStoreFailure(error)) throw error
    throw new OperatorError(
      `The store of evidence ${evidence.location} cannot be used: ${error.message}`,
    )
  }
}

/** @returns the name of the store, or null where it has none, and whether both have it. */
async function compare(instance: Instance, evidence: EvidenceStore) {
  // In this order: a process that starts at the same time names the database before its store.
  const owner = await evidence.owner()
  const known = await instance.find()
  if (known !== null && owner === known) return { owner, isNamed: true }
  if (known !== null && owner !== null) throw foreign(evidence)
  const named = await instance.someEvidence()
  if (named.length === 0 ? owner !== null : !(await hasSome(evidence, named)))
    throw owner === null ? lacking(evidence) : foreign(evidence)
  return { owner, isNamed: false }
}

async function hasSome(evidence: EvidenceStore, named: readonly string[]): Promise<boolean> {
  for (const sha256 of named) if ((await evidence.size(sha256)) !== null) return true
  return false
}

const remedy =
  'Set CAIRN_EVIDENCE, or CAIRN_DATA_DIR for a folder, to the store that this database had before, or ' +
  'bring its files by cairn evidence copy.'

const foreign = ({ location }: EvidenceStore) =>
  new OperatorError(`The store of evidence ${location} belongs to another instance. ${remedy}`)

const lacking = ({ location }: EvidenceStore) =>
  new OperatorError(
    `The store of evidence ${location} has none of the files that the database names. ${remedy}`,
  )

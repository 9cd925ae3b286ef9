import { Problem } from './problem.ts'

/** Kinds of failures of the service itself. */
export const failureKinds = [
  'databaseUnavailable',
  'databaseBusy',
  'storageFull',
  'storageBroken',
  'storageUnavailable',
] as const
export type FailureKind = (typeof failureKinds)[number]

/** A failure of the database or of the storage of files, with a message for clients. */
interface Failure {
  kind: FailureKind
  status: 503 | 507
  message: string
  headers: Record<string, string>
}

const failures: Record<FailureKind, Omit<Failure, 'kind'>> = {
  databaseUnavailable: {
    status: 503,
    message: 'The database of the service is not available: send the same call again in a while',
    headers: { 'retry-after': '5' },
  },
  databaseBusy: {
    status: 503,
    message: 'The service is too busy for this call: send it again in a while',
    headers: { 'retry-after': '2' },
  },
  storageFull: {
    status: 507,
    message:
      'The disk of the service is full: nothing of this call was stored. Its operator has to make space',
    headers: {},
  },
  storageBroken: {
    status: 503,
    message: 'The service cannot store files: nothing of this call was stored',
    headers: { 'retry-after': '30' },
  },
  storageUnavailable: {
    status: 503,
    message:
      'The store of evidence is not available: nothing of this call was stored. Send it again in a while',
    headers: { 'retry-after': '5' },
  },
}

/** A failure of a store of evidence that no code of the system tells; the message says which. */
export class StorageFailure extends Error {
  override name = 'StorageFailure'
  readonly kind: Extract<FailureKind, `storage${string}`>

  constructor(kind: StorageFailure['kind'], reason: string) {
    super(reason)
    this.kind = kind
  }
}

/** Failure kinds by SQLSTATE; the first matching pattern counts. */
const bySqlState: [RegExp, FailureKind][] = [
  [/^53100$/, 'storageFull'],
  [/^58030$/, 'storageBroken'],
  // Timeouts of a lock, a statement or a transaction, deadlocks, and lack of memory.
  [/^(55P03|57014|25P0[34]|40001|40P01|53[24]00)$/, 'databaseBusy'],
  // Connections that are lost, refused or too many; a server that stops, starts or only reads.
  [/^(08...|57P..|53300|25006)$/, 'databaseUnavailable'],
]

const network =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** Errors of the driver without a code. */
const lost =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|Query read timeout|timeout expired|Cannot use a pool after)/
const exhausted = /^timeout exceeded when trying to connect/

/** Errors of the system on a folder of evidence. ENOENT is none: most often a file is not there. */
const fileErrors: Record<string, FailureKind> = {
  ENOSPC: 'storageFull',
  EDQUOT: 'storageFull',
  EIO: 'storageBroken',
  EROFS: 'storageBroken',
  EACCES: 'storageBroken',
  EPERM: 'storageBroken',
  ENOTDIR: 'storageBroken',
  EMFILE: 'storageBroken',
  ENFILE: 'storageBroken',
}

/**
 * Returns the failure below the service, of the database or the storage of files; null for any
 * other error.
 */
export function failureOf(error: unknown): Failure | null {
  const kind = kindOf(error)
  return kind && { kind, ...failures[kind] }
}

/** Whether a store of evidence failed, by itself or by its file system. */
export const isStoreFailure = (error: unknown): error is Error =>
  error instanceof StorageFailure ||
  (error instanceof Error && Object.hasOwn(fileErrors, (error as NodeJS.ErrnoException).code ?? ''))

function kindOf(error: unknown): FailureKind | null {
  if (!(error instanceof Error)) return null
  if (error instanceof StorageFailure) return error.kind
  const { code = '', syscall } = error as NodeJS.ErrnoException
  // The socket of a stopped server, or one that is closed to this user.
  if (network.test(code) || (syscall === 'connect' && /^(ENOENT|EACCES|EPERM)$/.test(code)))
    return 'databaseUnavailable'
  const file = Object.hasOwn(fileErrors, code) ? fileErrors[code] : undefined
  if (file) return file
  if (lost.test(error.message)) return 'databaseUnavailable'
  if (exhausted.test(error.message)) return 'databaseBusy'
  return bySqlState.find(([pattern]) => pattern.test(code))?.[1] ?? null
}

/** The error of a write: where its folder is gone, ENOENT says that nothing can be stored. */
export function writeFailure(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? new StorageFailure('storageBroken', message) : error
}

/**
 * An error that only the operator can fix: its message is one sentence with the problem and its
 * remedy.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** Prints why a process ends: a sentence for its operator, or an unexpected error whole. */
export function printFailure(error: unknown): void {
  const isSaid = error instanceof OperatorError || error instanceof Problem
  console.error(isSaid ? error.message : error)
}

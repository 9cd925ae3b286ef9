import { rm } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3'
import type { S3Credentials, S3Location } from './evidence-config.ts'
import {
  type EvidenceStore,
  type FileCondition,
  type OnUnsound,
  type ReceivedFile,
  type StoredFile,
  conditionOf,
} from './evidence-store.ts'
import { type IncomingFile, IncomingFiles } from './incoming-files.ts'
import { type Limits, outage, retried, statusOf, storageFailure, whileSent } from './s3-calls.ts'

const nothing = () => undefined
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing }

const defaults: Limits = { call: 30_000, silence: 15_000, young: 30 * 60_000 }

/** Evidence files as objects of a bucket. Uploads are received on this machine, hashed, and then put. */
export class EvidenceS3 implements EvidenceStore {
  readonly location: string
  readonly #bucket: string
  readonly #prefix: string
  readonly #client: S3Client
  readonly #incoming: IncomingFiles
  readonly #onUnsound: OnUnsound
  readonly #limits: Limits

  /**
   * @param credentials - null: what the SDK finds, in `AWS_ACCESS_KEY_ID` or the role of the machine
   * @param incoming - folder for uploads under way
   */
  constructor(
    { bucket, prefix, endpoint, region, pathStyle }: S3Location,
    credentials: S3Credentials | null,
    incoming: string,
    onUnsound: OnUnsound = () => undefined,
    limits: Limits = defaults,
  ) {
    this.#limits = limits
    this.location = `s3://${bucket}/${prefix}`.replace(/\/$/, '')
    this.#bucket = bucket
    this.#prefix = prefix
    this.#incoming = new IncomingFiles(incoming)
    this.#onUnsound = onUnsound
    this.#client = new S3Client({
      // Other servers take any; Amazon's own need the right one.
      ...((region || endpoint) && { region: region ?? 'us-east-1' }),
      ...(endpoint && { endpoint }),
      ...(credentials && { credentials }),
      forcePathStyle: pathStyle,
      // Errors are thrown; the SDK would write them beside the log as well.
      logger: silent,
      requestHandler: { connectionTimeout: 3000 },
      // Puts carry the SHA-256 of what they store; what is read is hashed here.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  }

  async open(): Promise<void> {
    await this.#incoming.open()
  }

  async probe(): Promise<void> {
    await this.#incoming.probe()
    // Read, since to HEAD a bucket that is gone looks like an object that is not there.
    await this.owner()
  }

  freeBytes(): Promise<null> {
    return Promise.resolve(null)
  }

  #options() {
    return { abortSignal: AbortSignal.timeout(this.#limits.call) }
  }

  #key(sha256: string): string {
    return `${sha256.slice(0, 2)}/${sha256}`
  }

  #at(key: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + key }
  }

  /** Size and hash of an object; null if there is none. */
  async #head(key: string) {
    try {
      const head = new HeadObjectCommand({ ...this.#at(key), ChecksumMode: 'ENABLED' })
      return await this.#client.send(head, this.#options())
    } catch (error) {
      if (statusOf(error) === 404 && (error as S3ServiceException).name === 'NotFound') return null
      throw storageFailure(error)
    }
  }

  async receive(name: string, content: NodeJS.ReadableStream): Promise<ReceivedFile> {
    const file = await this.#incoming.receive(content)
    const discard = () => rm(file.path, { force: true })
    return {
      name,
      size: file.size,
      sha256: file.sha256,
      discard,
      store: async () => {
        if (!(await this.#put(file, { IfNoneMatch: '*' }))) await this.#renew(file)
        await discard()
      },
    }
  }

  /** Puts a file. @returns false if a condition does not hold */
  async #put({ path, size, sha256 }: IncomingFile, condition: { IfNoneMatch?: '*' }) {
    const checksum = Buffer.from(sha256, 'hex').toString('base64')
    try {
      await retried(this.#options().abortSignal, async (signal) => {
        const content = createReadStream(path)
        // Nobody else listens, and what is not listened to ends the process.
        const unread = new AbortController()
        content.once('error', (error) => unread.abort(error))
        const put = new PutObjectCommand({
          ...this.#at(this.#key(sha256)),
          ...condition,
          Body: content,
          ContentLength: size,
          ChecksumSHA256: checksum,
        })
        const abortSignal = AbortSignal.any([signal, unread.signal])
        try {
          await this.#client.send(put, { abortSignal })
        } catch (error) {
          throw unread.signal.aborted ? unread.signal.reason : error
        } finally {
          content.destroy()
        }
      })
      return true
    } catch (error) {
      if (statusOf(error) === 412) return false
      throw storageFailure(error)
    }
  }

  /** Puts a file over one that is old, which might be removed right now, or not known to be equal. */
  async #renew(file: IncomingFile): Promise<void> {
    const found = await this.#head(this.#key(file.sha256))
    const isYoung = Date.now() - (found?.LastModified?.getTime() ?? 0) < this.#limits.young
    const hash = Buffer.from(found?.ChecksumSHA256 ?? '', 'base64').toString('hex')
    if (!isYoung || hash !== file.sha256) await this.#put(file, {})
  }

  check(sha256: string): Promise<FileCondition> {
    return conditionOf(this.read(sha256), sha256, this.#onUnsound)
  }

  async *list(): AsyncGenerator<StoredFile> {
    let after: string | undefined
    do {
      const from = { Bucket: this.#bucket, Prefix: this.#prefix, ContinuationToken: after }
      const page = await this.#client
        .send(new ListObjectsV2Command(from), this.#options())
        .catch(refuse)
      for (const { Key = '', Size: size = 0, LastModified } of page.Contents ?? []) {
        const [, sha256] =
          /^[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(Key.slice(this.#prefix.length)) ?? []
        if (sha256) yield { sha256, size, storedAt: (LastModified?.getTime() ?? 0) / 1000 }
      }
      after = page.NextContinuationToken
    } while (after)
  }

  async remove(sha256: string, before: number): Promise<boolean> {
    const key = this.#key(sha256)
    const found = await this.#head(key)
    if (!found || (found.LastModified?.getTime() ?? 0) >= before * 1000) return false
    // Of a bucket with versions, only the one that was looked at.
    const version = found.VersionId && { VersionId: found.VersionId }
    const remove = new DeleteObjectCommand({ ...this.#at(key), ...version })
    await this.#client.send(remove, this.#options()).catch(refuse)
    return true
  }

  async size(sha256: string): Promise<number | null> {
    return (await this.#head(this.#key(sha256)))?.ContentLength ?? null
  }

  read(sha256: string): Readable {
    return Readable.from(this.#content(this.#key(sha256)), { objectMode: false })
  }

  async *#content(key: string): AsyncGenerator<Buffer> {
    try {
      const { Body } = await this.#get(key)
      if (!(Body instanceof Readable)) throw outage('it answered without a body')
      yield* whileSent(Body, this.#limits.silence)
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey')
        throw Object.assign(new Error(`there is no ${key}`), { code: 'ENOENT' })
      throw storageFailure(error)
    }
  }

  /** Asks for an object; the limit of time holds until its content begins. */
  async #get(key: string) {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), this.#limits.call)
    try {
      const get = new GetObjectCommand(this.#at(key))
      return await this.#client.send(get, { abortSignal: late.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  async owner(): Promise<string | null> {
    try {
      return (await text(Readable.from(this.#content('instance')))).trim() || null
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  async own(instance: string): Promise<void> {
    const put = { ...this.#at('instance'), Body: `${instance}\n` }
    await this.#client
      .send(new PutObjectCommand({ ...put, IfNoneMatch: '*' }), this.#options())
      .catch((error: unknown) => {
        if (statusOf(error) !== 412) refuse(error)
      })
  }
}

function refuse(error: unknown): never {
  throw storageFailure(error)
}

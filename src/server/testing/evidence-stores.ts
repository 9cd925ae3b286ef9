import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { EvidenceFolder } from '#server/platform/evidence-folder.ts'
import { EvidenceS3 } from '#server/platform/evidence-s3.ts'
import { parseS3Location } from '#server/platform/evidence-config.ts'
import type { EvidenceStore, OnUnsound, StoredFile } from '#server/platform/evidence-store.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import { peerAccount, peerBucket, startS3Peer } from './s3-peer.ts'

/** A store of its own for a test, opened, with the folder in which it receives uploads. */
export interface TestStore {
  store: EvidenceStore
  incoming: string
  close(): Promise<void>
}

/** All files of a store. */
export const listOf = (store: EvidenceStore): Promise<StoredFile[]> =>
  Readable.from(store.list()).toArray()

/** A store in a folder of its own. */
export async function startFolderStore(onUnsound?: OnUnsound): Promise<TestStore> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-test-evidence-'))
  const store = new EvidenceFolder(folder, onUnsound)
  await store.open()
  const close = () => rm(folder, { recursive: true, force: true })
  return { store, incoming: join(folder, 'incoming'), close }
}

/** A server with a bucket for tests, and the account that may use it. */
interface TestS3Server {
  endpoint: string
  bucket: string
  credentials: typeof peerAccount
  close(): Promise<unknown>
}

/** The server of the tests: one that `S3_URL` names, with the keys in it, or a small one. */
export async function startS3Server(): Promise<TestS3Server> {
  const given = process.env['S3_URL']
  if (!given) {
    const peer = await startS3Peer()
    return { ...peer, bucket: peerBucket, credentials: peerAccount }
  }
  const { origin, pathname, username, password } = new URL(given)
  const credentials = { accessKeyId: username, secretAccessKey: password }
  return { endpoint: origin, bucket: pathname.slice(1), credentials, close: async () => undefined }
}

/** A store below a prefix of its own, behind a proxy that can be made to fail. */
export async function startS3Store(onUnsound?: OnUnsound) {
  const server = await startS3Server()
  const proxy = await startFaultyProxy(server.endpoint)
  const folder = await mkdtemp(join(tmpdir(), 'cairn-test-evidence-'))
  const prefix = `test-${randomBytes(6).toString('hex')}`
  const url = `s3://${server.bucket}/${prefix}?endpoint=${proxy.endpoint}`
  const incoming = join(folder, 'incoming')
  const storeOf = (credentials: typeof peerAccount, young = 60_000) =>
    new EvidenceS3(parseS3Location(url)!, credentials, incoming, onUnsound, {
      ...{ call: 5000, silence: 500, young },
    })
  const client = new S3Client({
    ...{ endpoint: server.endpoint, credentials: server.credentials },
    ...{ region: 'us-east-1', forcePathStyle: true },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const store = storeOf(server.credentials)
  await store.open()
  return {
    store,
    incoming,
    url,
    proxy,
    storeOf,
    credentials: server.credentials,
    /** Puts other content at the address of a file. */
    damage: async (sha256: string, content: Buffer) => {
      const Key = `${prefix}/${sha256.slice(0, 2)}/${sha256}`
      await client.send(new PutObjectCommand({ Bucket: server.bucket, Key, Body: content }))
    },
    async close() {
      await proxy.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

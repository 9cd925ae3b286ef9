import * as z from 'zod/mini'
import { join, resolve } from 'node:path'

/** A bucket with a prefix, of Amazon S3 or a server that speaks its protocol. */
export interface S3Location {
  bucket: string
  /** Empty, or with a slash at its end. */
  prefix: string
  /** Null for Amazon's own. */
  endpoint: string | null
  /** Null: what the SDK finds, in `AWS_REGION` for example. */
  region: string | null
  /** Whether the bucket is a part of the path, rather than of the host. */
  pathStyle: boolean
}

const parameters = new Set(['endpoint', 'region', 'path-style'])

/**
 * Parses `s3://bucket/prefix?endpoint=URL&region=NAME&path-style=true|false`. With an endpoint, the
 * style of paths is the default, as other servers than Amazon's need it.
 * @returns null if it is none
 */
export function parseS3Location(text: string): S3Location | null {
  if (!text.startsWith('s3://') || !URL.canParse(text)) return null
  const { hostname: bucket, pathname, searchParams, username, port, hash } = new URL(text)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || username || port || hash) return null
  const names = [...searchParams.keys()]
  if (new Set(names).size < names.length || names.some((name) => !parameters.has(name))) return null
  const endpoint = searchParams.get('endpoint')
  if (endpoint !== null && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint)) return null
  const style = searchParams.get('path-style') ?? String(endpoint !== null)
  if (style !== 'true' && style !== 'false') return null
  const prefix = decodeURIComponent(pathname).split('/').filter(Boolean).join('/')
  if (!/^[\w!.*'()/-]{0,200}$/.test(prefix)) return null
  return {
    bucket,
    prefix: prefix && `${prefix}/`,
    endpoint,
    region: searchParams.get('region'),
    pathStyle: style === 'true',
  }
}

/** Who this service is for the server of a bucket. */
export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
}

/** Where evidence is stored. */
export type StoreLocation =
  | { kind: 'folder'; /** Absolute. */ folder: string }
  | {
      kind: 's3'
      s3: S3Location
      /** Null: what the SDK finds, in `AWS_ACCESS_KEY_ID` or the role of the machine. */
      credentials: S3Credentials | null
      /** Folder for uploads under way. */
      incoming: string
    }

const units = { '': 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 }
const sizePattern = /^([1-9]\d{0,14}) ?(|KiB|MiB|GiB|TiB)$/

/** Bytes of a text like `500 GiB`; null if it is none. */
export function parseSize(text: string): number | null {
  const [, amount, unit = ''] = sizePattern.exec(text) ?? []
  const bytes = Number(amount) * units[unit as keyof typeof units]
  return Number.isSafeInteger(bytes) ? bytes : null
}

const isSize = (text: string) => parseSize(text) !== null
const isLocation = (text: string) => !/^\w+:\/\//.test(text) || parseS3Location(text) !== null

/** Variables that say where evidence is stored. */
export const evidenceVariables = {
  CAIRN_EVIDENCE: z.optional(z.string().check(z.refine(isLocation))),
  CAIRN_EVIDENCE_KEY_ID: z.optional(z.string()),
  CAIRN_EVIDENCE_SECRET: z.optional(z.string()),
  CAIRN_MAX_EVIDENCE_BYTES: z.optional(z.string().check(z.refine(isSize))),
}

/** Rule of each variable, for the message of a bad value. */
export const evidenceRules = {
  CAIRN_EVIDENCE:
    'a folder, or s3://bucket/prefix with endpoint, region or path-style as query parameters',
  CAIRN_MAX_EVIDENCE_BYTES:
    'a number of bytes, or one with a unit like 500 GiB (KiB, MiB, GiB, TiB)',
}

type Values = z.infer<z.ZodMiniObject<typeof evidenceVariables>>

/** Rules between variables that are broken: a sentence each. */
export function evidenceProblems(given: NodeJS.ProcessEnv): string[] {
  const isHalf = !given['CAIRN_EVIDENCE_KEY_ID'] !== !given['CAIRN_EVIDENCE_SECRET']
  return isHalf ? ['CAIRN_EVIDENCE_KEY_ID and CAIRN_EVIDENCE_SECRET need each other'] : []
}

/** The location of evidence; by default a folder in the data folder. */
export function evidenceConfig(values: Values, dataDir: string): StoreLocation {
  const { CAIRN_EVIDENCE_KEY_ID: accessKeyId, CAIRN_EVIDENCE_SECRET: secretAccessKey } = values
  const own = join(resolve(dataDir), 'evidence')
  const s3 = parseS3Location(values.CAIRN_EVIDENCE ?? '')
  if (!s3) return { kind: 'folder', folder: resolve(values.CAIRN_EVIDENCE ?? own) }
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null
  return { kind: 's3', s3, credentials, incoming: join(own, 'incoming') }
}

/** Bytes of evidence that an organization may store; null for any number. */
export const maxEvidenceBytes = ({ CAIRN_MAX_EVIDENCE_BYTES: text }: Values): number | null =>
  text === undefined ? null : parseSize(text)

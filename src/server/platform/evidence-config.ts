import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { parseS3Location, type S3Location } from './store-location.ts'

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

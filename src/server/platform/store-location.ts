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

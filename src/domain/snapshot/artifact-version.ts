/** The name of an artifact, apart from what tells its builds from each other. */
interface NamedVersion {
  /** `registry.example/shop` of `registry.example/shop:1.4`. */
  name: string
  /** `1.4`, or the first 12 characters of a digest; null where the name has neither. */
  version: string | null
}

const named = /^(?<name>.+?)(?::(?<tag>[^:/@]+))?(?:@sha256:(?<digest>[a-f0-9]+))?$/

/**
 * Returns the name of an image without its tag or digest, and that; other names stay whole, registries
 * included, since this pairs what ran with what runs. `partsOfArtifactName` splits names to be shown.
 */
export function versionOf(artifact: string): NamedVersion {
  const { name = artifact, tag, digest } = named.exec(artifact)?.groups ?? {}
  return { name, version: tag ?? digest?.slice(0, 12) ?? null }
}

const numbersOf = (version: string) =>
  /^v?\d+(?:\.\d+)*$/.test(version) ? version.replace('v', '').split('.').map(Number) : null

/**
 * Returns whether a version made of numbers is older than the one that it replaces; false where
 * either is anything else, like `latest` or `1.2-rc1`, which says nothing about time.
 */
export function isOlderVersion(version: string | null, replaced: string | null): boolean {
  const now = version === null ? null : numbersOf(version)
  const before = replaced === null ? null : numbersOf(replaced)
  if (!now || !before) return false
  const length = Math.max(now.length, before.length)
  for (let at = 0; at < length; at += 1) {
    const difference = (now[at] ?? 0) - (before[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

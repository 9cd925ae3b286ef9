/** The parts of an artifact's file name. */
interface ArtifactName {
  /** Where an image is kept: `registry.example/team`; empty for other files. */
  registry: string
  /** The part that stays the same from one build to the next: `api`. */
  name: string
  /** The part that differs: `1.4.2`; empty where the name does not end with a version. */
  version: string
}

const inFileName =
  /^(.+?)[-_](v?\d+(?:\.\d+)+(?:[-+][0-9A-Za-z.]+?)?)(?:\.(?:tar\.(?:gz|xz|bz2)|[a-z]{2,5}))?$/

/**
 * Splits the file name of an artifact for people: an image by its tag, a file by the version at its
 * end. Snapshots are compared by `versionOf` instead, which never cuts a file name: two files whose
 * names end differently would be paired as one artifact that changed.
 */
export function partsOfArtifactName(filename: string): ArtifactName {
  const at = filename.lastIndexOf('/')
  const hasRegistry = at > 0 && at < filename.length - 1
  const registry = hasRegistry ? filename.slice(0, at) : ''
  const own = hasRegistry ? filename.slice(at + 1) : filename
  const [image, tag, ...rest] = own.split(':')
  if (image && tag && rest.length === 0 && !image.includes('@')) {
    return { registry, name: image, version: tag }
  }
  const [, name, version] = inFileName.exec(own) ?? []
  return name && version ? { registry, name, version } : { registry, name: own, version: '' }
}

/** Returns what an artifact is called in a sentence: "api 1.4.2", wherever it is kept. */
export function spokenArtifactName(filename: string): string {
  const { name, version } = partsOfArtifactName(filename)
  return [name, version].filter(Boolean).join(' ')
}

/**
 * Returns the name and the registry that artifacts of a list share, to be said once for all of them.
 * Null where names differ, or where one has no version that would tell it from the others.
 */
export function sharedArtifactName(
  filenames: readonly string[],
): Pick<ArtifactName, 'name' | 'registry'> | null {
  const [first, ...others] = filenames.map(partsOfArtifactName)
  if (!first || others.length === 0) return null
  const isShared = [first, ...others].every(
    ({ name, registry, version }) =>
      version !== '' && name === first.name && registry === first.registry,
  )
  return isShared ? { name: first.name, registry: first.registry } : null
}

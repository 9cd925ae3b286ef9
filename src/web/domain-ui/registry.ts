/** Where an image is kept, and its own name: `registry.example/team` and `api:1`; '' for no image. */
export function partsOf(name: string): [registry: string, own: string] {
  const at = name.lastIndexOf('/')
  return at <= 0 || at === name.length - 1 ? ['', name] : [name.slice(0, at), name.slice(at + 1)]
}

/**
 * Where most of a list's images are kept, which is said once for all; null where they differ. Names
 * without a registry are those of no image.
 */
export function registryOf(names: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const name of names) {
    const [registry] = partsOf(name)
    if (registry !== '') counts.set(registry, (counts.get(registry) ?? 0) + 1)
  }
  const images = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most && most[1] > 1 && most[1] * 2 > images ? most[0] : null
}

/** Names the registry of images once: ", images in registry.example unless it says another". */
export const registryText = (registry: string | null): string =>
  registry === null ? '' : `, images in ${registry} unless another is named`

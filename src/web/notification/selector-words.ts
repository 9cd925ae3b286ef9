import type { EnvironmentSelector } from '#contract/notification/notification-page.ts'

/** Which environments a selector takes, in words: "any K8S environment tagged tier:prod". */
export function selectorLabels(selector: EnvironmentSelector | null | undefined): string[] {
  if (!selector) return []
  const { tags, types, name_pattern } = selector
  const words = [
    'any',
    types?.join(' or '),
    'environment',
    name_pattern && `named ${name_pattern}`,
    tags?.length && `${name_pattern ? 'and ' : ''}tagged ${tags.join(' and ')}`,
  ]
  return [words.filter(Boolean).join(' ')]
}

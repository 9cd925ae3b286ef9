import type { TemplateVersion } from '#contract/template/template-version.ts'

/** A template as people read it: its YAML, or the names of a legacy flow one below another. */
export function templateText({ content, names }: TemplateVersion): string {
  return content ?? (names ?? []).map((name) => `${name}\n`).join('')
}

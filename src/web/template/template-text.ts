import type { TemplateVersion } from '#contract/template-version.ts'

/** A template as people read it: its YAML, or the names of a legacy flow one below another. */
export function templateText({ content, names }: TemplateVersion): string {
  return content ?? (names ?? []).map((name) => `${name}\n`).join('')
}

/** The lines of a text; a line break at its end begins no further one. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

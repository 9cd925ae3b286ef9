import { Hourglass } from 'lucide-react'
import type { ExpiredAge } from '#contract/verdict/qualifiers.ts'
import { ageText } from '#domain/verdict/evidence-age.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Follows evidence that is older than the organization allows; nothing for fresh evidence. */
export function ExpiredText({ age }: { age: ExpiredAge | null | undefined }) {
  if (!age) return null
  return (
    <span className="inline-flex items-center gap-1 text-meta font-normal text-muted">
      <Icon of={Hourglass} small />
      {ageText(age)}
    </span>
  )
}

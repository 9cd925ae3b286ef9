import {
  type LucideIcon,
  Braces,
  CircleDashed,
  ClipboardCheck,
  FlaskConical,
  Gauge,
  GitPullRequest,
  List,
  Scale,
  ShieldAlert,
  Ticket,
} from 'lucide-react'
import { type AttestationKind, fullType, kindOf } from '#contract/attestation/types/kind.ts'
import { Icon } from '#web/ui/icon.tsx'

/** How a type is shown. */
interface KindLook {
  label: string
  icon: LucideIcon
}

const looks: Record<Exclude<AttestationKind, 'custom'>, KindLook> = {
  generic: { label: 'Generic', icon: ClipboardCheck },
  junit: { label: 'JUnit', icon: FlaskConical },
  snyk: { label: 'Snyk', icon: ShieldAlert },
  pull_request: { label: 'Pull request', icon: GitPullRequest },
  jira: { label: 'Jira', icon: Ticket },
  sonar: { label: 'Sonar', icon: Gauge },
  'system:decision': { label: 'Decision', icon: Scale },
  'system:sbom': { label: 'SBOM', icon: List },
}

/** How a type is shown, as templates or answers name it: `*`, `decision` and `custom:x` too. */
export function lookOf(type: string): KindLook {
  if (type === '*') return { label: 'Any type', icon: CircleDashed }
  const kind = kindOf(fullType(type))
  if (kind !== null && kind !== 'custom') return looks[kind]
  return { label: type.replace(/^custom:/, ''), icon: Braces }
}

/** A type as an icon with its word. */
export function KindLabel(props: { type: string }) {
  const { label, icon } = lookOf(props.type)
  return (
    <span
      className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-top"
      title={props.type}
    >
      <Icon of={icon} small className="shrink-0 text-muted" />
      <span className="truncate">{label}</span>
    </span>
  )
}

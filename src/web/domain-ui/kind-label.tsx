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
import { typeLabel } from '#domain/attestation/type-label.ts'
import { Icon } from '#web/ui/icon.tsx'

/** How a type is shown. */
interface KindLook {
  label: string
  icon: LucideIcon
}

const icons: Record<Exclude<AttestationKind, 'custom'>, LucideIcon> = {
  generic: ClipboardCheck,
  junit: FlaskConical,
  snyk: ShieldAlert,
  pull_request: GitPullRequest,
  jira: Ticket,
  sonar: Gauge,
  'system:decision': Scale,
  'system:sbom': List,
}

function iconOf(type: string): LucideIcon {
  if (type === '*') return CircleDashed
  const kind = kindOf(fullType(type))
  return kind === null || kind === 'custom' ? Braces : icons[kind]
}

/** How a type is shown, as templates or answers name it: `*`, `decision` and `custom:x` too. */
export const lookOf = (type: string): KindLook => ({ label: typeLabel(type), icon: iconOf(type) })

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

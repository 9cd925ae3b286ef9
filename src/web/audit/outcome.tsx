import { Ban, Check } from 'lucide-react'
import type { AuditItem } from '#contract/audit-log/audit-log.ts'
import { Icon } from '../ui/icon.tsx'
import { resultLabels } from './kind-words.ts'

/** What became of it: a sign and a word. Verdict colours are for verdicts. */
export function Outcome(props: { result: AuditItem['result'] }) {
  const isRefused = props.result === 'refused'
  return (
    <span className={isRefused ? 'font-medium' : 'text-muted'}>
      <Icon of={isRefused ? Ban : Check} className="mr-1 inline align-[-2px]" />
      {resultLabels[props.result]}
    </span>
  )
}

import { type LinkProps, Link } from '@tanstack/react-router'
import { Ban, Check } from 'lucide-react'
import type { AuditItem } from '#contract/audit-log/audit-log.ts'
import { Icon } from '#web/ui/icon.tsx'
import { datedOf } from '#web/ui/time-text.ts'
import { objectLabels, resultLabels } from './kind-labels.ts'

/** Where the page of an object is; null for what has none. */
function pageOfObject(org: string, { object_type, subject }: AuditItem): LinkProps | null {
  const { flow_name: flow = '', trail_name: trail = '', environment_name: env = '' } = subject
  switch (object_type) {
    case 'flow':
      return { to: '/$org/flows/$flow', params: { org, flow } }
    case 'trail':
      return { to: '/$org/flows/$flow/trails/$trail', params: { org, flow, trail } }
    case 'environment':
      return { to: '/$org/environments/$env', params: { org, env } }
    case 'policy':
      return {
        to: '/$org/policies/$policy',
        params: { org, policy: subject.policy_name ?? '' },
      }
    case 'control':
      return {
        to: '/$org/controls/$control/{-$tab}',
        params: { org, control: subject.control ?? '' },
      }
    case 'service_account':
      return {
        to: '/$org/settings/service-accounts/$name',
        params: { org, name: subject.service_account ?? '' },
      }
    case 'custom_type':
      return {
        to: '/$org/settings/attestation-types/$type',
        params: { org, type: subject.type_name ?? '' },
      }
    case 'notification':
      if (subject.notification_number) {
        const number = subject.notification_number
        return { to: '/$org/settings/notifications/$number', params: { org, number } }
      }
      // Its page is found by its number, which older records do not have.
      return {
        to: '/$org/settings/notifications',
        params: { org },
        search: { q: subject.notification ?? '' },
      }
    case 'member':
      return { to: '/$org/settings/members', params: { org }, search: { q: subject.member ?? '' } }
    case 'space':
      return { to: '/$org/settings/spaces', params: { org } }
    case 'settings':
      return { to: '/$org/settings/organization', params: { org } }
    default:
      return null
  }
}

/** Object of an entry, linked where it has a page; it may be gone since. */
export function ObjectLink(props: { org: string; entry: AuditItem }) {
  const { org, entry } = props
  if (entry.object === null || entry.object_type === null) return null
  const page = pageOfObject(org, entry)
  const label = objectLabels[entry.object_type]
  return (
    <span className="wrap-anywhere" title={`${label} ${entry.object}`}>
      {page ? (
        <Link {...page} className="text-text hover:underline">
          {entry.object}
        </Link>
      ) : (
        entry.object
      )}
    </span>
  )
}

/** Result as a sign and a word. Verdict colours are for verdicts. */
export function Outcome(props: { result: AuditItem['result'] }) {
  const isRefused = props.result === 'refused'
  return (
    <span className={isRefused ? 'font-medium' : 'text-muted'}>
      <Icon of={isRefused ? Ban : Check} className="mr-1 inline align-[-2px]" />
      {resultLabels[props.result]}
    </span>
  )
}

/** Fields with this end hold Unix seconds. */
const isInstant = (field: string, value: unknown): value is number =>
  typeof value === 'number' && value > 0 && /_(at|until|timestamp)$/.test(field)

/** A value in one line of words; nothing is "none", an instant a time. */
export function shownValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (isInstant(field, value)) return `${datedOf(value)} UTC`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

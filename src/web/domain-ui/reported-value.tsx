import { linkOf } from '#contract/common/fields.ts'
import { Fingerprint } from '#web/domain-ui/fingerprint.tsx'
import { JsonTree } from '#web/ui/json-tree.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'

const ownNames = new Map([
  ['ticket', 'Ticket'],
  ['compensating_control', 'Compensating control'],
])

/** The name of a link or annotation: those that the override form gives, in words. */
export const reportedName = (name: string) => ownNames.get(name) ?? name

/** A value of a free-form object as a reporter sent it: a text as it is, any other JSON as a tree. */
export function ReportedValue(props: { value: unknown }) {
  const { value } = props
  if (typeof value === 'string') return <>{value}</>
  if (typeof value !== 'object' || value === null) return <>{JSON.stringify(value)}</>
  return <JsonTree value={value} />
}

/** A value of `external_urls`: its address, and the fingerprint of what is there. */
export function ReportedLink(props: { label: string; value: unknown }) {
  const link = linkOf(props.value)
  if (!link) return <ReportedValue value={props.value} />
  return (
    <>
      <SafeLink href={link.href} />
      {link.fingerprint && (
        <span className="block">
          <Fingerprint value={link.fingerprint} what={`Fingerprint of ${props.label}`} />
        </span>
      )}
    </>
  )
}

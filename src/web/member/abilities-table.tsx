import { Check, Minus } from 'lucide-react'
import { type Role, roles } from '#contract/common/endpoint.ts'
import type { Ability } from '#contract/member/member.ts'
import { counted } from '#domain/common/counted.ts'
import { roleLabels } from '#web/domain-ui/role.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Rights of some roles: every operation, as requests are checked by it. */
export default function AbilitiesTable(props: { abilities: readonly Ability[]; of?: Role }) {
  const shown = props.of ? [props.of] : roles
  return (
    <table className="w-full table-fixed border-t border-line text-left text-table">
      <caption className="sr-only">
        {props.of ? `What ${roleLabels[props.of].label} may do` : 'What each role may do'}
      </caption>
      <colgroup>
        <col />
        {shown.map((role) => (
          <col key={role} className="w-24 max-md:w-11" />
        ))}
      </colgroup>
      <thead className="text-meta text-muted">
        <tr>
          <th scope="col" className="h-8 px-4 font-medium">
            Operation
          </th>
          {shown.map((role) => (
            <th key={role} scope="col" className="px-2 font-medium">
              <span className="max-md:sr-only">{roleLabels[role].label}</span>
              <span aria-hidden="true" className="md:hidden">
                {roleLabels[role].label.slice(0, 2)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      {groupAbilities(props.abilities).map(({ noun, writes, reads }) => (
        <tbody key={noun}>
          <tr>
            <th
              scope="rowgroup"
              colSpan={shown.length + 1}
              className="border-t border-line bg-surface px-4 py-1 text-meta font-medium text-muted first-letter:uppercase"
            >
              {noun}
            </th>
          </tr>
          {reads.map(({ role, own, count }) => (
            <Row
              key={`${role} ${own}`}
              label={own ? 'Read keys' : `Read, ${counted(count, 'operation')}`}
              needed={role}
              own={own}
              shown={shown}
            />
          ))}
          {writes.map(({ name, summary, role, own }) => (
            <Row key={name} label={summary} needed={role} own={own} shown={shown} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Row(props: { label: string; needed: Role; own: boolean; shown: readonly Role[] }) {
  const { label, needed, own, shown } = props
  return (
    <tr className="border-t border-line">
      <th scope="row" className="px-4 py-1.5 font-normal wrap-anywhere">
        {label}
      </th>
      {shown.map((role) => (
        <td key={role} className="px-2">
          {!suffices(role, needed) ? (
            <span className="text-muted">
              <Icon of={Minus} small />
              <span className="sr-only">No</span>
            </span>
          ) : own && role !== 'admin' ? (
            'Own'
          ) : (
            <>
              <Icon of={Check} small />
              <span className="sr-only">Yes</span>
            </>
          )}
        </td>
      ))}
    </tr>
  )
}

/** Operations on one kind of thing. */
export interface AbilityGroup {
  noun: string
  /** Changes one by one. */
  writes: Ability[]
  /** Ways to look at it, all of one role. */
  reads: { role: Role; count: number; own: boolean }[]
}

/** Labels for the first segment of a path where that says little. */
const nouns: Record<string, string> = {
  allowlists: 'allow-lists',
  'service-accounts': 'service accounts',
  user: 'own default organization',
  organizations: 'organization',
}

const nounOf = ({ path }: Ability) => {
  const segments = path
    .split('/')
    .filter((word) => word && !word.startsWith('{') && word !== 'cairn')
  const [first = ''] = segments
  return nouns[first] ?? first.replaceAll(/[-_]/g, ' ')
}

/** Whether a role may do what takes another. */
export const suffices = (role: Role, needed: Role) => roles.indexOf(role) <= roles.indexOf(needed)

/** Operations by what they are about: each change, and how many ways there are to read. */
export function groupAbilities(abilities: readonly Ability[]): AbilityGroup[] {
  const groups = new Map<string, AbilityGroup>()
  for (const ability of abilities) {
    const noun = nounOf(ability)
    const group = groups.get(noun) ?? { noun, writes: [], reads: [] }
    groups.set(noun, group)
    const { method, role, own } = ability
    const read = group.reads.find((one) => one.role === role && one.own === own)
    if (method !== 'GET') group.writes.push(ability)
    else if (read) read.count += 1
    else group.reads.push({ role, own, count: 1 })
  }
  const changed = [...groups.values()].filter(({ writes }) => writes.length > 0)
  const onlyRead = [...groups.values()].filter(({ writes }) => writes.length === 0)
  const count = onlyRead.reduce((sum, { reads }) => sum + (reads[0]?.count ?? 0), 0)
  const rest = {
    noun: 'everything else',
    writes: [],
    reads: [{ role: 'reader', own: false, count }],
  }
  return count > 0 ? [...changed, rest as AbilityGroup] : changed
}

import { Check, Minus } from 'lucide-react'
import { type Role, roles } from '#contract/endpoint.ts'
import type { Ability } from '#contract/member.ts'
import { Icon } from '../ui/icon.tsx'
import { plural } from '../ui/plural.ts'
import { roleWords } from '../ui/role-words.ts'
import { groupAbilities, suffices } from './groups.ts'

/** What each of some roles may do: every operation, as requests are checked by it. */
export function AbilitiesTable(props: { abilities: readonly Ability[]; of?: Role }) {
  const shown = props.of ? [props.of] : roles
  return (
    <div className="overflow-x-auto border-t border-line">
      <table className="data-table min-w-120">
        <caption className="sr-only">
          {props.of ? `What ${roleWords[props.of].label} may do` : 'What each role may do'}
        </caption>
        <colgroup>
          <col />
          {shown.map((role) => (
            <col key={role} className="w-24" />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            {shown.map((role) => (
              <th key={role} scope="col">
                {roleWords[role].label}
              </th>
            ))}
          </tr>
        </thead>
        {groupAbilities(props.abilities).map(({ noun, writes, reads }) => (
          <tbody key={noun}>
            <tr>
              <th scope="colgroup" colSpan={shown.length + 1} className="first-letter:uppercase">
                {noun}
              </th>
            </tr>
            {reads.map(({ role, own, count }) => (
              <Row
                key={`${role} ${own}`}
                words={own ? 'Read keys' : `Read, ${plural(count, 'operation')}`}
                needed={role}
                own={own}
                shown={shown}
              />
            ))}
            {writes.map(({ name, summary, role, own }) => (
              <Row key={name} words={summary} needed={role} own={own} shown={shown} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Row(props: { words: string; needed: Role; own: boolean; shown: readonly Role[] }) {
  const { words, needed, own, shown } = props
  return (
    <tr>
      <th scope="row" className="!h-9 truncate !text-table !font-normal !text-text" title={words}>
        {words}
      </th>
      {shown.map((role) => (
        <td key={role}>
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

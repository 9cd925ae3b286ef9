import type { Role } from '#contract/common/endpoint.ts'
import { roles } from '#contract/common/endpoint.ts'
import type { Ability } from '#contract/member/member.ts'

/** What can be done with one kind of thing. */
export interface AbilityGroup {
  noun: string
  /** Changes one by one. */
  writes: Ability[]
  /** Ways to look at it, all of one role. */
  reads: { role: Role; count: number; own: boolean }[]
}

/** Words for the first word of a path where that says little. */
const nouns: Record<string, string> = {
  allowlists: 'allow-lists',
  'service-accounts': 'service accounts',
  user: 'own default organization',
  organizations: 'organization',
}

const nounOf = ({ path }: Ability) => {
  const words = path.split('/').filter((word) => word && !word.startsWith('{') && word !== 'cairn')
  const [first = ''] = words
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

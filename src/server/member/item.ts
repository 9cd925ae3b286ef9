import type { MembershipChange } from '#contract/member.ts'
import type { listMembershipRecords, MembershipBody } from './queries.ts'

type Row = Awaited<ReturnType<typeof listMembershipRecords>>[number]

const changes: Record<string, MembershipChange['change']> = {
  member_added: 'added',
  member_changed: 'changed',
  member_removed: 'removed',
}

/** A record of a change of membership as it is read. */
export function membershipChange(row: Row): MembershipChange {
  const { name, role_before, role_after } = JSON.parse(row.body) as MembershipBody
  return {
    id: row.id,
    at: row.recorded_at,
    by: row.actor,
    change: changes[row.kind] ?? 'changed',
    member: name,
    role_before: role_before ?? null,
    role_after: role_after ?? null,
  }
}

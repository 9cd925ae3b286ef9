import { people, type Team, teams } from './company.ts'
import type { SourceChange } from './evidence/report-context.ts'
import { colleagues } from './evidence/pull-request.ts'
import type { DemoFlow } from './flow.ts'
import { messagesOf } from './commit-messages.ts'
import type { Random } from './random.ts'

/** Position of a change in a flow's story. */
export interface Moment {
  index: number
  /** Trails of the flow. */
  count: number
  /** Number of the flow, so that flows of one team or repository share no issue numbers. */
  slot: number
  /** Unix seconds. */
  at: number
  random: Random
}

const slots = 16

/** The change that a trail builds: made up by the flow's team, or the fix of a failing check. */
export function changeOf(flow: DemoFlow, { index, count, slot, at, random }: Moment): SourceChange {
  const team: Team = teams[flow.team]
  const author = people[random.pick(team.members)]
  const mended = flow.troubles.find(({ to }) => to < 1 && Math.ceil(to * count) === index)
  const title = mended ? mended.mend : random.pick(messagesOf(flow))
  const order = Math.round((index / count) * 300) * slots + slot
  const number = 400 + order
  const issue = `${team.jira}-${team.firstIssue + order}`
  const others = colleagues(team.members, author.username)
  const first = random.pick(others)
  const second = random.pick(others)
  const branch = `${mended ? 'fix' : 'feature'}/${issue.toLowerCase()}`
  return {
    sha: random.hex(40),
    title,
    branch,
    author,
    approvers: first === second ? [first] : [first, second],
    number,
    issue,
    at: Math.round(at - random.between(40, 400)),
  }
}

import { people, type Team, teams } from './company.ts'
import type { Change } from './evidence/occasion.ts'
import { colleagues } from './evidence/pull-request.ts'
import type { DemoFlow } from './flow.ts'
import { messages } from './messages.ts'
import type { Random } from './random.ts'

/** The change that a trail builds: made up by the flow's team, or what ends a trouble. */
export function changeOf(
  flow: DemoFlow,
  { index, count, at, random }: { index: number; count: number; at: number; random: Random },
): Change {
  const team: Team = teams[flow.team]
  const author = people[random.pick(team.members)]
  const mended = flow.troubles.find(({ to }) => to < 1 && Math.ceil(to * count) === index)
  const title = mended ? mended.mend : random.pick(messages[flow.team])
  const number = 900 + Math.floor((index * 1000) / count)
  const issue = `${team.jira}-${team.firstIssue + index}`
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

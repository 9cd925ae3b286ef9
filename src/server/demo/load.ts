import type { Role } from '#contract/common/endpoint.ts'
import { daySeconds } from '#domain/common/days.ts'
import type { Config } from '#server/platform/config.ts'
import type { Administration } from '#server/database/system/administration.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { isToNodes, withDatabase } from '#server/database/pool.ts'
import { forgetPast, writePast } from '#server/database/system/write-past.ts'
import { people, reporters } from './company.ts'
import { startReplayWorkers } from './replay-workers.ts'
import { replay } from './replay.ts'
import { story } from './story.ts'

const owner = 'admin'
/** Joins before anything is loaded: an organization of flows without them has no demo. */
const firstToJoin = reporters.github
/** Joins when all is loaded: an organization without them was left incomplete. */
const lastToJoin = people.ada.username
const progressEvery = 3000
/** From when on people are members: before the story begins. */
const pastSeconds = 91 * daySeconds
const lanesOfThread = 3

/** Options of loading a demo. */
export interface DemoOptions {
  administration: Administration
  config: Config
  database: Pick<OpenDatabase, 'direct'>
  say: (message: string) => void
  organization?: string
  /** Share of the story's trails and reports, for tests. */
  scale?: number
  /** Threads of the replay; by default 2. Each compiles the service anew: one is cheaper for little. */
  threads?: number
  /** Unix seconds at which the story ends; by default now. */
  end?: number
}

/**
 * Fills a demo organization with a company's last 90 days: the same handlers as every request, in
 * this process, under a simulated clock. An organization that has flows already is left as it is.
 */
export async function loadDemo(options: DemoOptions): Promise<void> {
  const { administration, say } = options
  const { organization } = await addDemoOrganization(administration, options.organization)
  await administration.addUser(lastToJoin)
  if (await administration.isMember(organization, lastToJoin)) {
    say(`The demo organization ${organization} is there already.`)
  } else if (await administration.hasFlows(organization)) {
    await forgetPast(options.database.direct, organization)
    const isHalf = await administration.isMember(organization, firstToJoin)
    say(
      isHalf
        ? `The demo in ${organization} is incomplete: loading it was broken off. To load it anew, run ` +
            `cairn org delete ${organization} --now, then cairn demo load ${organization}`
        : `The organization ${organization} has flows already, and is left as it is. ` +
            'The demo can be loaded into another: cairn demo load NAME',
    )
  } else {
    await writePast(options.database.direct, organization, () => fill(organization, options))
    await administration.addMember(organization, lastToJoin, 'reader')
  }
}

/** Makes the organization of a demo and its owner, unless they are there. */
export async function addDemoOrganization(
  administration: Administration,
  organization = 'northgate',
): Promise<{ organization: string; owner: string }> {
  await administration.addUser(owner)
  await administration.addOrganization(organization, owner, Date.now() / 1000 - pastSeconds)
  return { organization, owner }
}

async function fill(organization: string, options: DemoOptions): Promise<void> {
  const { administration, config, database, say, scale, threads = 2 } = options
  const { end = Date.now() / 1000 } = options
  const started = performance.now()
  const seconds = () => ((performance.now() - started) / 1000).toFixed(0)
  const runs = story(end, scale)
  const steps = runs.reduce((sum, run) => sum + run.steps.length, 0)
  const keys = await addReporters(administration, organization, end - pastSeconds)
  const connection = await forReplay(database.direct)
  const opened = await Promise.all(
    Array.from({ length: threads }, () =>
      startReplayWorkers({ config, connection, count: lanesOfThread }),
    ),
  )
  const lanes = opened.flatMap((thread) => thread.lanes)
  let sent = 0
  const progress = () =>
    say(`Loading the demo: ${sent} of ${steps} reports in ${seconds()} seconds.`)
  const timer = setInterval(progress, progressEvery)
  try {
    // Each key is used once at the end of the story, so that its last use is not recorded again
    // with every step.
    for (const key of Object.values(keys)) {
      const headers = { authorization: `Bearer ${key}` }
      const url = `/api/v2/flows/${organization}?per_page=1`
      await lanes[0]?.send({ at: end, method: 'GET', url, headers })
    }
    await replay(runs, { lanes, organization, keys, onSent: () => (sent += 1) })
  } finally {
    clearInterval(timer)
    await Promise.all(opened.map((thread) => thread.close()))
  }
  const paths = runs.flatMap((run) => run.steps.map((step) => step.path))
  const count = (kind: string) => paths.filter((path) => path.startsWith(`/${kind}/`)).length
  const reports = paths.filter((path) => path.includes('/report/')).length
  say(
    `Loaded the demo organization ${organization} in ${seconds()} seconds: ` +
      `${count('trails')} trails, ${count('artifacts')} artifacts, ${count('attestations')} attestations, ${reports} reports of environments.`,
  )
}

/** Controls are made by administrators. */
const roles: Partial<Record<string, Role>> = {
  [reporters.environments]: 'snapshotter',
  [reporters.security]: 'admin',
}

async function addReporters(administration: Administration, organization: string, since: number) {
  const keys: Record<string, string> = {}
  for (const name of Object.values(reporters)) {
    await administration.addUser(name)
    await administration.addMember(organization, name, roles[name] ?? 'member', since)
    keys[name] = await administration.addKey(name, 'demo pipelines')
  }
  return keys
}

/**
 * Returns connections that do not wait for the disk at each commit, as after a crash the demo can be
 * loaded again, and that plan each of the few statements of reports once: by itself the database
 * plans most of them each time, as one on nodes has to. It applies to the loader's own sessions only.
 */
async function forReplay(direct: OpenDatabase['direct']): Promise<OpenDatabase['direct']> {
  const isDistributed = await withDatabase(direct, (database) =>
    Promise.resolve(isToNodes(database)),
  )
  const planned = isDistributed ? '' : ' -c plan_cache_mode=force_generic_plan'
  return { ...direct, options: `-c synchronous_commit=off${planned}` }
}

import { hour, minute } from './calendar.ts'
import { addresses, jiraUrl, repositories, reporters } from './company.ts'
import { changeOf, type Moment } from './source-change.ts'
import { type Check, checksAt, type DemoFlow } from './flow.ts'
import { evidenceOf } from './evidence/index.ts'
import type { SourceChange } from './evidence/report-context.ts'
import type { StepSequence, Step } from './step.ts'

/** Position of a trail in its flow's story. */
interface StoryPosition extends Moment {
  /** Share of the 90 days' work at which it begins. */
  share: number
  /** End of the story: later steps are left out. */
  end: number
}

/** An artifact as built and reported, for its releases and deployments. */
export interface Built {
  at: number
  /** `{flow}/trail/{name}` */
  trail: string
  team: DemoFlow['team']
  template_reference_name: string
  /** The report, except for the trail's name. */
  report: Record<string, unknown>
  change: SourceChange
  isHealthy: boolean
}

/** Checks that a person reports, some time after the pipeline ran. */
const byHand: Record<string, keyof typeof reporters> = {
  'backup-verified': 'release',
  'plan-review': 'release',
  'release-approval': 'release',
  'change-window': 'release',
  'model-approval': 'security',
}

/** Steps of one trail, and the artifacts that it built. */
export function trailSteps(
  flow: DemoFlow,
  position: StoryPosition,
): { runs: StepSequence[]; built: Built[] } {
  const { random, index, share, at } = position
  const repository = repositories[flow.repository]
  const url = addresses(repository)
  const change = changeOf(flow, position)
  const name = trailName(flow, index)
  const run = url.run(480_000 + index * 37)
  const bot = reporters[repository.provider]
  const git_commit_info = {
    sha1: change.sha,
    message: change.title,
    author: `${change.author.name} <${change.author.username}@northgate.example>`,
    branch: 'main',
    timestamp: change.at,
    url: url.commit(change.sha),
  }
  const { id, provider, description } = repository
  const repo_info = { id, name: repository.path, url: url.base, provider, description }
  const path = `${flow.name}/trail/${name}`
  const begin: Step = {
    at,
    by: bot,
    method: 'PUT',
    path: `/trails/{org}/${flow.name}`,
    json: {
      name,
      description: `${change.issue}: ${change.title}`,
      git_commit_info,
      repo_info,
      external_urls: { [change.issue]: { href: `${jiraUrl}/${change.issue}` } },
      origin_url: run,
    },
    isForm: true,
  }
  const steps = [begin]
  const built: Built[] = []
  let now = at

  const attest = (check: Check, artifact: string | null, about: object, isFailing: boolean) => {
    const person = byHand[check.name]
    const when = person ? now + random.between(8, 50) * minute : (now += random.between(8, 150))
    const report = (at: number, isFailing: boolean, by: string) => {
      const occasion = { flow, check, artifact, change, isFailing, at, random }
      const { fields, file } = evidenceOf[check.type](occasion)
      steps.push({
        at,
        by,
        method: 'POST',
        path: `/attestations/{org}/${path}/${check.type}`,
        json: {
          attestation_name: check.name,
          origin_url: run,
          git_commit_info,
          repo_info,
          ...about,
          ...fields,
        },
        isForm: true,
        ...(file ? { file: { part: 'attachment_file', ...file } } : {}),
      })
    }
    report(when, isFailing, person ? reporters[person] : bot)
    const isRerun = isFailing && !troubleOf(flow, position, check, artifact) && random() < 0.65
    if (isRerun) report(when + random.between(6, 45) * minute, false, bot)
    return !isFailing || isRerun
  }
  // At most one check of a trail fails by chance: the one at this index.
  const flakyAt = random() < flow.flaky ? random.between(0, 7) : -1
  let checked = 0
  const fails = (check: Check, artifact: string | null) =>
    checked++ === flakyAt || troubleOf(flow, position, check, artifact) !== undefined

  for (const check of checksAt(flow.checks, share)) attest(check, null, {}, fails(check, null))
  for (const [artifact, notation] of Object.entries(flow.artifacts)) {
    const checks = checksAt(notation, share)
    let isHealthy = true
    const attestAll = (isEarly: boolean, about: object) => {
      for (const check of checks.filter((it) => it.isEarly === isEarly)) {
        if (!attest(check, artifact, about, fails(check, artifact))) isHealthy = false
      }
    }
    attestAll(true, { target_artifacts: [artifact] })
    now += random.between(40, 240)
    const fingerprint = random.hex(64)
    const report = {
      fingerprint,
      filename: fileName(flow, artifact, index),
      git_commit: change.sha,
      git_commit_info,
      repo_info,
      build_url: run,
      commit_url: git_commit_info.url,
      repo_url: url.base,
      template_reference_name: artifact,
    }
    const json = { ...report, trail_name: name }
    steps.push({ at: now, by: bot, method: 'POST', path: `/artifacts/{org}/${flow.name}`, json })
    attestAll(false, { artifact_fingerprint: fingerprint })
    const build = { trail: path, team: flow.team, report, change, isHealthy }
    built.push({ at: now, template_reference_name: artifact, ...build })
  }
  if (random() < 0.04) {
    const unexpected: Check = { name: 'load-test', type: 'generic', isEarly: false, since: 0 }
    if (random() < 0.4) Object.assign(unexpected, { name: 'hotfix-approval' })
    attest(unexpected, null, {}, false)
  }
  const runs = asRuns(path, steps, flow, position)
  const reported = new Set(runs.flatMap((run) => run.steps.map((step) => step.json?.fingerprint)))
  return { runs, built: built.filter((it) => reported.has(it.report.fingerprint)) }
}

/** Orders steps by time, without absent and future ones; late evidence in a sequence of its own. */
function asRuns(
  of: string,
  steps: Step[],
  flow: DemoFlow,
  { random, end }: StoryPosition,
): StepSequence[] {
  steps.sort((a, b) => a.at - b.at)
  const isCut = random() < flow.unfinished && steps.length > 3
  const reported = isCut ? steps.slice(0, random.between(2, steps.length - 1)) : steps
  const late = !isCut && reported.length > 3 && random() < 0.03 ? reported.splice(-1) : []
  const delay = random.between(18, 60) * hour
  const lateSteps = late.map((step) => ({
    ...step,
    at: step.at + delay,
    by: reporters.security,
  }))
  return [reported, lateSteps]
    .map((list) => ({ of, steps: list.filter(({ at }) => at <= end) }))
    .filter((run) => run.steps.length > 0)
}

function troubleOf(
  flow: DemoFlow,
  { index, count }: StoryPosition,
  check: Check,
  artifact: string | null,
) {
  return flow.troubles?.find(
    (trouble) =>
      trouble.check === check.name &&
      (trouble.artifact === undefined || trouble.artifact === artifact) &&
      index >= Math.floor(trouble.from * count) &&
      index < Math.ceil(trouble.to * count),
  )
}

function versionOf(flow: DemoFlow, index: number): string {
  const [major, minor] = flow.version.split('.').map(Number)
  return `${major}.${(minor ?? 0) + index}.0`
}

function fileName(flow: DemoFlow, artifact: string, index: number): string {
  const version = versionOf(flow, index)
  // Images are named by name and tag, other files by a name of their own.
  if (flow.file.endsWith('/{}')) return flow.file.replace('{}', `${artifact}:${version}`)
  return flow.file.replace('{}', version)
}

function trailName(flow: DemoFlow, index: number): string {
  if (flow.name === 'mobile-app') return versionOf(flow, index)
  return `${flow.name}-${312 + index}`
}

import { expect, it } from 'vitest'
import type { Service } from '#contract/deployment/deployed-service.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { comparable, isBehind, leadOf, maxEnvironments } from './service-environments.ts'

const service = (name: string, behind: Record<string, number>): Service => ({
  flow_name: 'shop',
  name,
  running: Object.entries(behind).map(([environment_name, commits_behind]) => ({
    environment_name,
    artifact_name: `${name}:1`,
    fingerprint: 'a'.repeat(64),
    git_commit: 'b'.repeat(40),
    started_at: 1_800_000_000,
    compliant: true,
    qualifiers: noQualifiers,
    commits_behind,
  })),
})

it('services of several environments stand beside each other, what is ahead first', () => {
  const app = service('app', { prod: 3, stage: 0 })
  const job = service('job', { prod: 0, stage: 0 })
  const { services, shown, others } = comparable([app, job, service('alone', { eu: 0 })])
  expect(services).toEqual([app, job])
  expect([shown, others]).toEqual([['stage', 'prod'], 1])
  expect([app, job].map((one) => [isBehind(one), leadOf(one)])).toEqual([
    [true, 'stage'],
    [false, 'prod'],
  ])
})

it('the environments with most of them are shown', () => {
  const names = Array.from({ length: maxEnvironments + 1 }, (_, index) => `env-${index}`)
  const everywhere = (last: number) =>
    Object.fromEntries(names.map((name) => [name, name === 'env-0' ? 0 : last]))
  const { [names[2] ?? '']: _, ...fewer } = everywhere(1)
  const { services, shown } = comparable([service('app', everywhere(1)), service('job', fewer)])
  expect(shown).toEqual(['env-0', 'env-1', 'env-3', 'env-4', 'env-5', 'env-6'])
  expect(services.map(({ running }) => running.length)).toEqual([maxEnvironments, maxEnvironments])
})

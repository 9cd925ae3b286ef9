import { describe, expect, it } from 'vitest'
import { type Build, countCommits, groupServices, serviceName } from './group-services.ts'

const build = (id: string, more: Partial<Build> = {}): Build => ({
  id,
  flow_name: 'shop',
  filename: 'r.example/shop:1',
  template_reference_name: 'app',
  git_commit: id,
  created_at: Number(id),
  ...more,
})
const runs = (environment_name: string, one: Build) => ({ environment_name, build: one })

it.each([
  ['app', 'r.example/shop:1', 'app'],
  [null, 'r.example/shop:1', 'shop'],
  [null, 'bundle-1.2.3.tgz', 'bundle'],
])('is called by %s, else by %s: %s', (template_reference_name, filename, name) => {
  expect(serviceName({ template_reference_name, filename })).toBe(name)
})

describe('what runs by service', () => {
  it('has the newest build of each environment, and of all', () => {
    const [old, next, last] = [build('1'), build('2'), build('3')]
    const services = groupServices([
      runs('stage', old),
      runs('stage', last),
      runs('prod', next),
      runs('prod', build('9', { flow_name: 'bank' })),
      runs('prod', build('4', { template_reference_name: 'job' })),
    ])
    expect(services.map((one) => [one.flow_name, one.name, one.newest.id])).toEqual([
      ['bank', 'app', '9'],
      ['shop', 'app', '3'],
      ['shop', 'job', '4'],
    ])
    expect(services[1]?.running).toEqual([runs('prod', next), runs('stage', last)])
    expect(groupServices([runs('dev', last), runs('prod', next)])[0]?.newest).toBe(last)
  })

  it('takes the later of two reports of one instant, in whatever order they come', () => {
    const [one, other] = [build('1', { created_at: 5 }), build('2', { created_at: 5 })]
    for (const all of [
      [one, other],
      [other, one],
    ]) {
      const [service] = groupServices(all.map((each) => runs('prod', each)))
      expect([service?.newest.id, service?.running[0]?.build.id]).toEqual(['2', '2'])
    }
  })
})

it('counts each commit once, without its own and those of other names', () => {
  const built = [
    build('2'),
    build('3', { git_commit: '2' }),
    build('4', { git_commit: '1' }),
    build('5', { template_reference_name: 'job' }),
    build('6'),
  ]
  expect(countCommits(built, build('1'))).toBe(2)
})

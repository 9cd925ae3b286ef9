import { describe, expect, it } from 'vitest'
import { partsOfArtifactName, sharedArtifactName, spokenArtifactName } from './artifact-name.ts'

const names: [filename: string, registry: string, name: string, version: string][] = [
  ['registry.example/team/api:1.4.2', 'registry.example/team', 'api', '1.4.2'],
  ['api:latest', '', 'api', 'latest'],
  ['localhost:5000/api:2', 'localhost:5000', 'api', '2'],
  ['localhost:5000/api', 'localhost:5000', 'api', ''],
  ['checkout-web-11.249.0.tgz', '', 'checkout-web', '11.249.0'],
  ['schema_2.108.0.tar.gz', '', 'schema', '2.108.0'],
  ['app-1.2.0-rc.1.jar', '', 'app', '1.2.0-rc.1'],
  ['app-v3.0', '', 'app', 'v3.0'],
  ['utf-8.txt', '', 'utf-8.txt', ''],
  ['api@sha256:abc', '', 'api@sha256:abc', ''],
  [':1', '', ':1', ''],
  ['api:', '', 'api:', ''],
  ['a/', '', 'a/', ''],
  ['/a', '', '/a', ''],
  ['', '', '', ''],
]

describe('names of artifacts', () => {
  it.each(names)('splits %j', (filename, registry, name, version) => {
    expect(partsOfArtifactName(filename)).toEqual({ registry, name, version })
  })

  it('answers in linear time', () => {
    const hostile = `${'a-1.'.repeat(16_000)}!`
    expect(partsOfArtifactName(hostile).version).toBe('')
  })
})

describe('a name in a sentence', () => {
  it.each([
    ['registry.example/team/api:1.4.2', 'api 1.4.2'],
    ['web-11.249.0.tgz', 'web 11.249.0'],
    ['report.txt', 'report.txt'],
  ])('of %j is %j', (filename, text) => expect(spokenArtifactName(filename)).toBe(text))
})

describe('the name that a list shares', () => {
  it.each([
    [['r/api:1', 'r/api:2'], { name: 'api', registry: 'r' }],
    [['web-1.0.tgz', 'web-1.1.tgz'], { name: 'web', registry: '' }],
    [['r/api:1', 's/api:2'], null],
    [['r/api:1', 'r/web:1'], null],
    [['r/api:1', 'r/api'], null],
    [['r/api:1'], null],
    [[], null],
  ])('of %j is %j', (filenames, shared) => {
    expect(sharedArtifactName(filenames)).toEqual(shared)
  })
})

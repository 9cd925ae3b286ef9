import { describe, expect, it } from 'vitest'
import { isOlderVersion, versionOf } from './artifact-version.ts'

describe('the version in the name of an artifact', () => {
  it.each([
    ['shop:1.4', 'shop', '1.4'],
    ['registry.example:5000/team/shop:1.4', 'registry.example:5000/team/shop', '1.4'],
    ['registry.example:5000/team/shop', 'registry.example:5000/team/shop', null],
    [`shop@sha256:${'a1'.repeat(32)}`, 'shop', 'a1a1a1a1a1a1'],
    [`shop:1.4@sha256:${'a1'.repeat(32)}`, 'shop', '1.4'],
    ['bundle.tgz', 'bundle.tgz', null],
    ['C:/app.exe', 'C:/app.exe', null],
    [':', ':', null],
    ['', '', null],
  ])('of %s is %s and %s', (artifact, name, version) => {
    expect(versionOf(artifact)).toEqual({ name, version })
  })

  it.each([
    ['7.162.0', '7.163.0', true],
    ['7.163.0', '7.162.0', false],
    ['1.10', '1.9', false],
    ['v1.9', '1.10.1', true],
    ['1.0', '1', false],
    ['latest', '1.0', false],
    ['1', '1.0.1', true],
    ['1.0-rc1', '1.0', false],
    ['0.9-rc1', '1.0', false],
    [null, '1.0', false],
    ['1.0', null, false],
  ])('%s in place of %s is older: %s', (version, replaced, isOlder) => {
    expect(isOlderVersion(version, replaced)).toBe(isOlder)
  })
})

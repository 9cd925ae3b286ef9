import { describe, expect, it } from 'vitest'
import { casesOf, readJunitCases } from './junit-cases.ts'

const suite = (cases: string) => `<testsuite name="api">${cases}</testsuite>`

describe('the failed cases of a JUnit file', () => {
  it('are those with a failure or an error, with message and stack', () => {
    const xml = `<?xml version="1.0"?>
<!-- made by a runner -->
<testsuites>
  <testsuite name="pay &amp; book">
    <testcase name="passes" classname="pay.Book"/>
    <testcase name="fails" classname='pay.Book'>
      <failure message="expected &lt;1&gt; but was &#x32;" type="AssertionError">at Book.java:7
at Book.java:9</failure>
      <system-out>noise</system-out>
    </testcase>
    <testcase name="breaks"><error type="Timeout"><![CDATA[a < b && c]]></error></testcase>
    <testcase name="is skipped"><skipped/></testcase>
    <testcase name="says little"><failure/></testcase>
  </testsuite>
</testsuites>`
    expect(readJunitCases(xml)).toEqual({
      hasMore: false,
      failed: [
        {
          suite: 'pay.Book',
          name: 'fails',
          kind: 'failure',
          message: 'expected <1> but was 2',
          details: 'at Book.java:7\nat Book.java:9',
        },
        {
          ...{ suite: 'pay & book', name: 'breaks', kind: 'error' },
          ...{ message: 'Timeout', details: 'a < b && c' },
        },
        { suite: 'pay & book', name: 'says little', kind: 'failure', message: '', details: '' },
      ],
    })
  })

  it.each([
    ['another document', '<svg onload="alert(1)"/>'],
    ['a declared type', `<!DOCTYPE t [<!ENTITY a "b">]>${suite('')}`],
    ['text', 'testsuite'],
    ['what is too large', suite(' '.repeat(20_000_000))],
  ])('are not read of %s', (_what, xml) => {
    expect(readJunitCases(xml)).toBeNull()
  })

  it('are read as far as a broken file goes, entities that are not of XML left as they stand', () => {
    const broken = '<testsuite><testcase name="a"><failure message="&b; &#0; &#x110000;">x<'
    expect(readJunitCases(broken)?.failed).toMatchObject([
      { name: 'a', message: '&b; &#0; &#x110000;', details: 'x' },
    ])
    for (const end of [
      '<',
      '<!--',
      '<![CDATA[',
      '<?',
      '<testcase',
      '<testcase name="',
      '</',
      '<=',
    ]) {
      expect(readJunitCases(`<testsuite>${end}`)).toEqual({ failed: [], hasMore: false })
    }
  })

  it('are bounded in number and length', () => {
    const one = `<testcase name="${'n'.repeat(1_000)}"><failure message="${'m'.repeat(1_000)}">${'s'.repeat(9_000)}</failure></testcase>`
    const read = readJunitCases(suite(one.repeat(101)))
    expect(read?.hasMore).toBe(true)
    expect(read?.failed).toHaveLength(100)
    const { name, message, details } = read!.failed[0]!
    expect([name.length, message.length, details.length]).toEqual([300, 500, 8_000])
  })

  it('of several documents are one list', () => {
    const one = (name: string) => suite(`<testcase name="${name}"><error/></testcase>`)
    const { failed, hasMore } = casesOf([one('a'), '<pom/>', one('b')])
    expect([failed.map(({ name }) => name), hasMore]).toEqual([['a', 'b'], false])
    expect(casesOf(Array.from({ length: 101 }, () => one('a'))).hasMore).toBe(true)
  })

  it('take a time that grows with the file, whatever is in it', () => {
    const hostile = ['<a '.repeat(300_000), '<testcase x='.repeat(80_000), '&'.repeat(1_000_000)]
    const nested = '<testsuite name="x">'.repeat(200_000)
    const before = process.cpuUsage()
    for (const xml of [...hostile, nested, '<!--'.repeat(200_000)]) {
      expect(readJunitCases(suite(xml))?.failed).toEqual([])
    }
    // Of the processor, in microseconds: a busy machine takes longer by the clock.
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  }, 60_000)
})

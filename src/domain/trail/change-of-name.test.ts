import { describe, expect, it } from 'vitest'
import { changeBy, factsOf, showEntries } from './trail-notation.ts'

const newer = (text: string) => factsOf(`<- 9 ${text}`).attestations[0]!

describe('a report', () => {
  it.each([
    ['a <- 1 a, 2 b', 'b', '?b 9'],
    ['a <- 1 a', 'b', '?b 9'],
    ['app() <- 1 a, #5 app, 2 x on 5', 'b', '?b 9'],
    ['a <- 1 !a, 2 !b', '!b', '?!b 9'],
    ['a <- 1 !a', '!b', '?!b 9'],
    ['a b c <- 1 a', 'b', 'b 9'],
    ['a b c <- 1 !a', 'b', 'b 9'],
    ['a:junit b <- 1 b', 'a', '-a, ?a 9'],
    ['app(a) <- #5 app, 1 a on 5', 'a on 5', 'a 9'],
    ['app(a) lib(b) <- #5 app, 1 !a on 5', '!a on 5', '!a 9'],
    ['app() <- #5 app, 2 a', 'a on 5', '?a 9'],
    ['app(a b) <- #5 app, 1 !a on 5', 'b on 5', 'b 9'],
    ['pr app(a) <- #5 app, 1 !pr', 'a on 5', 'a 9'],
    ['<- #5 -, 1 !a on 5', '!b on 5', '?!b 9'],
    ['*(a) <- #5 -, 1 !b on 5, 2 a for app at 1', 'a on 5', 'a 9'],
  ])('on the trail %s of %s changes its own entries alone', (trail, report, entries) => {
    expect(showEntries(changeBy(factsOf(trail), newer(report))?.entries ?? [])).toBe(entries)
  })

  it.each([
    ['that fails what was compliant', 'a <- 1 a', '!a'],
    ['that fails first', 'a <- 1 a', '!b'],
    ['that mends a failure', '<- 1 !a, 2 !b', 'b'],
    ['that fills the last slot', 'a b <- 1 a', 'b'],
    ['that fills a slot which counts for artifacts', 'a b app() <- #5 app', 'b'],
    ['that fails beside artifacts', 'app() <- 1 !a, #5 app', '!b'],
    ['that empties a slot by its type', 'a <- 1 a', 'a:junit'],
    ['that fails an artifact', 'app() <- #5 app', '!a on 5'],
    ['that fails an artifact beside another', '<- #5 -, #6 -, 1 !a on 6', '!a on 5'],
    ['that mends an artifact', '<- #5 -, 1 !a on 5, 2 !b on 5', 'b on 5'],
    ['that fills a slot of an artifact', 'app(a b) <- #5 app', 'a on 5'],
    ['that fills one while another artifact fails', '*(a) <- #5 -, #6 -, 1 !a on 6', 'a on 5'],
    ['on an artifact that another has replaced', '<- #5 app, #6 app, 1 a on 5', 'a on 5'],
    ['on an artifact that stands twice', '<- #5 app, #6 lib =5, 1 a on 5', 'a on 5'],
    ['on an artifact beside one made in advance', '<- #5 app, 1 a for app at 2', 'a on 5'],
    ['on an artifact of another trail', '<- #5 app', 'a on 6'],
  ])('%s takes all entries to evaluate', (_, trail, report) => {
    expect(changeBy(factsOf(trail), newer(report))).toBeNull()
  })

  it('of the name of an override takes all entries to evaluate', () => {
    const facts = factsOf('a <- 1 a')
    const attestations = facts.attestations.map((one) => ({ ...one, is_override: true }))
    expect(changeBy({ ...facts, attestations }, newer('a'))).toBeNull()
  })
})

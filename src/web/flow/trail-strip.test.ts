import { expect, test } from 'vitest'
import { countsOf } from './trail-strip.tsx'

const trail = (
  state: 'COMPLIANT' | 'NON-COMPLIANT' | 'INCOMPLETE',
  override_count = 0,
  expired: string[] = [],
  nothing_expected = false,
) => ({ name: 'run', state, override_count, expired, nothing_expected })

test('the sum of a strip says how many verdicts an override carries', () => {
  const compliant = [trail('COMPLIANT'), trail('COMPLIANT', 2), trail('COMPLIANT', 1)]
  expect(countsOf([...compliant, trail('NON-COMPLIANT'), trail('INCOMPLETE')])).toBe(
    '3 compliant, 2 of them by override, 1 non-compliant, 1 incomplete',
  )
  expect(countsOf([trail('COMPLIANT')])).toBe('1 compliant')
})

test('the sum of a strip says how many verdicts rest on expired evidence', () => {
  const old = trail('COMPLIANT', 0, ['junit'])
  expect(countsOf([old, trail('COMPLIANT')])).toBe('2 compliant, 1 of them on expired evidence')
  expect(countsOf([old, trail('COMPLIANT', 1)])).toBe(
    '2 compliant, 1 of them by override, 1 on expired evidence',
  )
})

test('the sum of a strip says of how many trails nothing was expected', () => {
  const empty = trail('COMPLIANT', 0, [], true)
  expect(countsOf([empty, trail('COMPLIANT')])).toBe('2 compliant, 1 of them with nothing expected')
  expect(countsOf([empty, trail('COMPLIANT', 1), trail('NON-COMPLIANT')])).toBe(
    '2 compliant, 1 of them by override, 1 with nothing expected, 1 non-compliant',
  )
})

import type { JunitResult } from '#contract/attestation/types/junit.ts'
import type { Evidence, ReportContext } from './report-context.ts'

/** Test results, with the XML they were read from every fourth time and whenever a test failed. */
export function junit({ flow, check, isFailing, at, random }: ReportContext): Evidence {
  const suites = flow.suites[check.name] ?? [`${check.name}.All`]
  // The failing suite is the last one: the newest code, and the least stable.
  const results = suites.map((name, index): JunitResult => {
    const fails = isFailing && index === suites.length - 1
    const total = random.between(12, 60)
    return {
      name,
      total,
      failures: fails ? random.between(1, 4) : 0,
      errors: fails && random() < 0.2 ? 1 : 0,
      skipped: random() < 0.3 ? random.between(1, 2) : 0,
      duration: random.between(50, 4200) / 100,
      timestamp: Math.round(at - random.between(20, 90)),
    }
  })
  const fields = { junit_results: results }
  if (!isFailing && random() > 0.25) return { fields }
  return { fields, file: { name: `${check.name}.xml`, text: xml(results) } }
}

const complaints = [
  'expected: 12.50 but was: 12.49',
  'timed out after 5000 ms waiting for the page to settle',
  'expected status 200 but was 503',
  'expected 3 elements but found 2',
]

function xml(results: JunitResult[]): string {
  const suites = results.map(({ name, total, failures, errors, skipped, duration }) => {
    const cases = Array.from({ length: failures + errors }, (_, index) => {
      const kind = index < failures ? 'failure' : 'error'
      const complaint = complaints[(total + index) % complaints.length]
      return `    <testcase classname="${name}" name="case${index + 1}"><${kind} message="${complaint}"/></testcase>\n`
    })
    return `  <testsuite name="${name}" tests="${total}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${duration}">\n${cases.join('')}  </testsuite>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`
}

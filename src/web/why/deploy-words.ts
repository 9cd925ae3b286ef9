import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { plural } from '../ui/plural.ts'

type Answer = Pick<
  ResponseOf<Endpoints['canDeploy']>,
  'compliant' | 'counts' | 'artifacts' | 'environments' | 'results'
>

/** The answer in a sentence: yes, no, or that nobody can say. */
export function answerLabels({ compliant, artifacts, environments, results }: Answer): string {
  const asked = environments.filter(({ problem }) => problem === null)
  const [only] = artifacts
  if (asked.length === 0) return 'No answer: none of the environments can be asked.'
  if (!only) return 'No answer: nothing ran in that snapshot.'
  const what =
    artifacts.length === 1 ? only.name || 'The artifact' : plural(artifacts.length, 'artifact')
  const where = placesOf(asked.map(({ name }) => name))
  if (compliant === true) {
    return `Yes. ${artifacts.length === 1 ? what : `All ${what}`} would comply in ${where}.`
  }
  if (compliant === null) {
    const unknown = results.filter((one) => one.compliant === null)
    const places = placesOf([...new Set(unknown.map((one) => one.environment_name))])
    return `Unknown in ${places}: nothing would stop ${artifacts.length === 1 ? 'it' : 'them'}, nothing vouches for ${artifacts.length === 1 ? 'it' : 'them'}.`
  }
  const failing = results.filter((one) => one.compliant === false)
  const places = placesOf([...new Set(failing.map((one) => one.environment_name))])
  const count = new Set(failing.map((one) => `${one.name}/${one.fingerprint}`)).size
  return artifacts.length === 1
    ? `No. ${what} would not comply in ${places}.`
    : `No. ${count} of ${what} would not comply in ${places}.`
}

const max = 3

function placesOf(names: readonly string[]): string {
  if (names.length > max) return `${names.slice(0, max).join(', ')} and ${names.length - max} more`
  return names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

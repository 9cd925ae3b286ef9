import { reportArtifactCall } from '#web/pipeline/report-artifact.ts'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { canDeploy } from '#contract/verdict/verdict.ts'
import { counted } from '#domain/common/counted.ts'
import { qualifierSentence } from '#domain/verdict/qualified-verdict.ts'
import { rowOf } from '#web/domain-ui/drawer-steps.ts'
import { Fingerprint, ImageName } from '#web/domain-ui/fingerprint.tsx'
import { VerdictLabel, VerdictMark, verdictOfRunning, verdicts } from '#web/domain-ui/verdict.tsx'
import { whyKey } from '#web/domain-ui/why-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { emptyCell } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TimeStamp } from '#web/ui/time.tsx'

export type Answer = ResponseOf<typeof canDeploy>
type Result = Answer['results'][number]

/** What opens a panel on this page: an artifact in an environment. */
export const whyHere = (at: string, artifact: string) => whyKey(`${at}/${artifact}`)

const keyOf = ({ name, fingerprint }: { name: string; fingerprint: string }) => fingerprint || name

/** Whether artifacts may be deployed: a sentence, then artifacts by environments. */
export function AnswerCard(props: {
  org: string
  answer: Answer
  /** Takes an artifact out of the question; null for those of a snapshot. */
  onRemove: (fingerprint: string) => (() => void) | null
  onAgain: () => void
  isBusy: boolean
}) {
  const { org, answer, onRemove } = props
  const { environments, artifacts, compliant } = answer
  const verdict = verdictOfRunning(compliant)
  const unknown = artifacts.filter((one) => !one.is_known)
  return (
    <>
      <section aria-label="Answer" className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 gap-3">
          <span className="grid h-6 shrink-0 place-items-center">
            <VerdictMark verdict={verdict} size={16} />
          </span>
          <div className="min-w-0">
            <p role="status" className="text-lead text-pretty wrap-anywhere">
              {answerLabels(answer)}
            </p>
            <p className="text-meta text-muted">
              Evaluated <TimeStamp at={answer.evaluated_at} form="stamp" /> by everything that was
              reported until then, and by the policies that are attached.
            </p>
          </div>
        </div>
        <Button disabled={props.isBusy} onClick={props.onAgain} title="Re-check, r">
          Re-check
        </Button>
      </section>
      <Card
        title="Artifacts by environments"
        remark={answer.has_more ? 'the first 1,000 answers' : ''}
      >
        <div className="overflow-x-auto border-t border-line">
          <table
            className="data-table [--row:36px] [&_th]:top-0!"
            style={{ minWidth: 200 + 176 * environments.length }}
          >
            <caption className="sr-only">Artifacts by environments</caption>
            <thead>
              <tr>
                <th scope="col" className="w-[36%] py-2! align-top">
                  Artifact
                </th>
                {environments.map(({ name, policies, problem }) => (
                  <th key={name} scope="col" className="py-2! align-top">
                    <Link
                      to="/$org/environments/$env/running"
                      params={{ org, env: name }}
                      className="text-text hover:underline"
                    >
                      {name}
                    </Link>
                    <span className="block font-normal wrap-anywhere whitespace-normal text-muted">
                      {problem ?? (policies.length > 0 ? policies.join(', ') : 'no policy')}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {worstFirst(answer).map((artifact) => (
                <tr key={`${artifact.name}/${artifact.fingerprint}`}>
                  <td>
                    <ArtifactName artifact={artifact} onRemove={onRemove(artifact.fingerprint)} />
                  </td>
                  {environments.map((environment) => (
                    <td key={environment.name}>
                      <Cell
                        result={answer.results.find(
                          (one) =>
                            one.environment_name === environment.name &&
                            (one.fingerprint
                              ? one.fingerprint === artifact.fingerprint
                              : one.name === artifact.name),
                        )}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
      {unknown.map(({ fingerprint }) => (
        <section key={fingerprint} aria-label="Unknown artifact" className="mt-4 grid gap-2">
          <p className="text-table">
            Nobody has reported{' '}
            <code className="font-mono text-code">{fingerprint.slice(0, 12)}</code> yet. Report how
            it was built:
          </p>
          <CallBox call={reportArtifactCall(org, { fingerprint })} />
        </section>
      ))}
    </>
  )
}

/** Artifacts in their order, those that fail somewhere before the others. */
function worstFirst({ artifacts, results }: Answer): Answer['artifacts'] {
  const failing = new Set(results.filter(({ compliant }) => compliant === false).map(keyOf))
  const rank = (one: { name: string; fingerprint: string }) => Number(!failing.has(keyOf(one)))
  return artifacts.toSorted((a, b) => rank(a) - rank(b))
}

function ArtifactName(props: {
  artifact: Answer['artifacts'][number]
  onRemove: (() => void) | null
}) {
  const { name, fingerprint } = props.artifact
  return (
    <span className="flex items-center gap-x-2 max-md:flex-wrap">
      <span
        className="min-w-0 truncate font-medium max-md:w-full max-md:wrap-anywhere max-md:whitespace-normal"
        title={name}
      >
        {name ? <ImageName name={name} /> : 'Unknown artifact'}
      </span>
      <span className="inline-flex items-center gap-2">
        {fingerprint && <Fingerprint value={fingerprint} />}
        <Remove name={name || fingerprint.slice(0, 12)} onRemove={props.onRemove} />
      </span>
    </span>
  )
}

function Remove(props: { name: string; onRemove: (() => void) | null }) {
  if (!props.onRemove) return null
  return (
    <Button
      kind="quiet"
      size="small"
      icon
      aria-label={`Leave out ${props.name}`}
      onClick={props.onRemove}
    >
      <Icon of={X} small />
    </Button>
  )
}

function Cell(props: { result: Result | undefined }) {
  const { result } = props
  if (!result) return emptyCell
  return (
    <span className="flex items-center gap-2">
      <VerdictLabel verdict={verdictOfRunning(result.compliant)} qualifiers={result.qualifiers} />
      <AskWhy result={result} word="Why?" />
    </span>
  )
}

function AskWhy(props: { result: Result; word: string }) {
  const { name, environment_name: at, compliant } = props.result
  const why = keyOf(props.result)
  const verdict = verdicts[verdictOfRunning(compliant)].label.toLowerCase()
  const question = `Why is ${name} ${verdict} in ${at}?`
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, why, at })}
      resetScroll={false}
      aria-label={props.word === 'Why?' ? question : `${props.word}: ${question}`}
      data-why
      {...rowOf(whyHere(at, why))}
      className="text-meta text-text underline decoration-line-strong underline-offset-3 hover:decoration-current max-md:-my-3 max-md:py-3"
    >
      {props.word}
    </Link>
  )
}

/** What would fail, one after the other, with its reasons. */
export function FailingCard(props: { results: readonly Result[] }) {
  const failing = props.results.filter(({ compliant }) => compliant === false)
  if (failing.length === 0) return null
  return (
    <div className="mt-4">
      <Card title="What fails" remark={`${failing.length}, each with its fix`}>
        <ul className="border-t border-line text-table">
          {failing.map((result) => (
            <li
              key={`${result.environment_name}/${keyOf(result)}/${result.name}`}
              className={clsx('grid gap-1 border-b border-line px-4 py-2 last:border-0')}
            >
              <p className="flex flex-wrap items-center gap-x-2">
                <VerdictMark verdict="non-compliant" />
                <span className="font-medium wrap-anywhere">{result.name}</span>
                <span className="text-muted">in {result.environment_name}</span>
                <span className="ml-auto">
                  <AskWhy result={result} word="Why, and how to fix it" />
                </span>
              </p>
              {result.reasons.map((reason) => (
                <p key={reason} className="pl-[22px] wrap-anywhere">
                  {reason}
                </p>
              ))}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

/** The answer in a sentence: yes, no, or that nobody can say. */
export function answerLabels(answer: Answer): string {
  const { compliant, artifacts, environments, results, qualifiers } = answer
  const asked = environments.filter(({ problem }) => problem === null)
  const [only] = artifacts
  if (asked.length === 0) return 'No answer: none of the environments can be asked.'
  if (!only) return 'No answer: nothing ran in that snapshot.'
  const what =
    artifacts.length === 1 ? only.name || 'The artifact' : counted(artifacts.length, 'artifact')
  const where = placesOf(asked.map(({ name }) => name))
  if (compliant === true) {
    const all = artifacts.length === 1 ? what : `All ${what}`
    if (qualifiers.judged > 0 && qualifiers.not_asked === qualifiers.judged) {
      return `Nothing was asked. ${all} may run in ${where}: no rule applies.`
    }
    const by = qualifierSentence({ verdict: 'compliant', qualifiers })
    return `Yes${by && `, ${by}`}. ${all} would comply in ${where}.`
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

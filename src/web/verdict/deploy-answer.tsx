import { reportArtifactCall } from '#web/pipeline/report-artifact.ts'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { canDeploy } from '#contract/verdict/verdict.ts'
import { spokenArtifactName } from '#domain/artifact/artifact-name.ts'
import { counted, listed } from '#domain/common/counted.ts'
import { countExceptions, isPlain, qualifierSentence } from '#domain/verdict/qualified-verdict.ts'
import { rowOf } from '#web/domain-ui/drawer-steps.ts'
import { ArtifactName } from '#web/domain-ui/artifact-name.tsx'
import { Fingerprint } from '#web/domain-ui/fingerprint.tsx'
import { VerdictLabel, VerdictMark, verdictOfRunning, verdicts } from '#web/domain-ui/verdict.tsx'
import { whyKey } from '#web/domain-ui/why-link.tsx'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { emptyCell } from '#web/ui/empty.tsx'
import { dayOf } from '#web/ui/time-text.ts'
import { DayStamp, TimeStamp } from '#web/ui/time.tsx'
import { rem } from '#web/ui/text-scale.ts'

export type Answer = ResponseOf<typeof canDeploy>
export type Result = Answer['results'][number]

/** Key of a panel on this page: an artifact in an environment. */
export const whyHere = (at: string, artifact: string) => whyKey(`${at}/${artifact}`)

export const keyOf = ({ name, fingerprint }: { name: string; fingerprint: string }) =>
  fingerprint || name

/** Which artifacts may be deployed where. */
export function AnswerCard(props: { org: string; answer: Answer }) {
  const { org, answer } = props
  const { environments, artifacts } = answer
  const unknown = artifacts.filter((one) => !one.is_known)
  return (
    <>
      <Card
        title="Artifacts by environments"
        remark={answer.has_more ? 'the first 1,000 answers' : ''}
      >
        <div className="overflow-x-auto border-t border-line">
          <table className="data-table cards [--row:2.25rem] [&_th]:top-0!" role="table">
            <caption className="sr-only">Artifacts by environments</caption>
            <thead role="rowgroup">
              <tr role="row">
                <th
                  scope="col"
                  role="columnheader"
                  className="py-2! align-top"
                  style={{ width: rem(200) }}
                >
                  Artifact
                </th>
                {environments.map(({ name, policies, problem }) => (
                  <th
                    key={name}
                    scope="col"
                    role="columnheader"
                    className="py-2! align-top"
                    style={{ width: rem(176) }}
                  >
                    <Link
                      to="/$org/environments/$env/running"
                      params={{ org, env: name }}
                      className="wrap-anywhere whitespace-normal text-text hover:underline"
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
            <tbody role="rowgroup">
              {worstFirst(answer).map((artifact) => (
                <tr key={`${artifact.name}/${artifact.fingerprint}`} role="row">
                  <td role="cell" className="max-md:w-full max-md:text-text">
                    <ArtifactHeading artifact={artifact} />
                  </td>
                  {environments.map((environment) => (
                    <td key={environment.name} role="cell" className="max-md:w-full">
                      {/* On phones nothing heads it: what cannot be asked says so here. */}
                      <span className="md:hidden">
                        {environment.name}
                        {environment.problem && `: ${environment.problem}`}
                      </span>
                      <span>
                        <Cell
                          result={answer.results.find(
                            (one) =>
                              one.environment_name === environment.name &&
                              (one.fingerprint
                                ? one.fingerprint === artifact.fingerprint
                                : one.name === artifact.name),
                          )}
                        />
                      </span>
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

/** The overrides that carry a Yes, and what is true once they end. */
export function CarryingCard({ org, answer }: { org: string; answer: Answer }) {
  const { overrides, qualifiers } = answer
  if (answer.compliant !== true || overrides.length === 0) return null
  return (
    <div className="mb-4">
      <Card title="What carries the Yes" remark={counted(qualifiers.overridden, 'override')}>
        <ul className="border-t border-line text-table">
          {overrides.map((one) => (
            <li
              key={one.override_id}
              className="flex flex-wrap items-baseline gap-x-2 border-b border-line px-4 py-2 last:border-b-0"
            >
              <Link
                to="/$org/overrides/$override"
                params={{ org, override: one.override_id }}
                className="font-medium text-text wrap-anywhere hover:underline max-md:-my-3 max-md:py-3"
              >
                {one.attestation_name}
              </Link>
              <span className="min-w-0 flex-1 wrap-anywhere text-muted">
                on {one.trail_name} of {one.flow_name}, by {one.created_by}
              </span>
              {one.expires_at === null ? (
                <b className="font-semibold">no end</b>
              ) : (
                <span>
                  ends <DayStamp at={one.expires_at} />
                </span>
              )}
            </li>
          ))}
        </ul>
        <p className="border-t border-line px-4 py-2.5 text-meta text-muted">
          Once one of them ends, the evidence that it overrides counts again, and the answer may be
          No.
        </p>
      </Card>
    </div>
  )
}

/** The answer in a sentence; what exceptions carry has no tint. */
export function Sentence({ answer }: { answer: Answer }) {
  const verdict = verdictOfRunning(answer.compliant)
  const qualified = { verdict, qualifiers: answer.qualifiers }
  const isQualified = answer.compliant === true && !isPlain(qualified)
  const text = answerText(answer)
  const [first = ''] = /^(?:No answer|No|Yes|Unknown)\b/.exec(text) ?? []
  return (
    <section
      aria-label="Answer"
      className={clsx(
        'mb-4 flex gap-3 rounded-card px-4 py-3',
        isQualified ? 'border border-line-strong' : verdicts[verdict].tint,
      )}
    >
      <span className="grid h-6 shrink-0 place-items-center">
        <VerdictMark verdict={verdict} size={16} isQualified={isQualified} />
      </span>
      <div className="min-w-0">
        <p role="status" className="text-lead text-pretty wrap-anywhere">
          <b className="font-semibold">{first}</b>
          {text.slice(first.length)}
        </p>
        <p className="text-meta">
          Evaluated <TimeStamp at={answer.evaluated_at} form="stamp" /> by everything that was
          reported until then, and by the policies that are attached.
        </p>
      </div>
    </section>
  )
}

/** Artifacts in their order, those that fail somewhere before the others. */
function worstFirst({ artifacts, results }: Answer): Answer['artifacts'] {
  const failing = new Set(results.filter(({ compliant }) => compliant === false).map(keyOf))
  const rank = (one: { name: string; fingerprint: string }) => Number(!failing.has(keyOf(one)))
  return artifacts.toSorted((a, b) => rank(a) - rank(b))
}

function ArtifactHeading(props: { artifact: Answer['artifacts'][number] }) {
  const { name, fingerprint } = props.artifact
  return (
    <span className="flex items-center gap-x-2 max-md:flex-wrap">
      <span className="min-w-0 truncate font-medium max-md:w-full max-md:wrap-anywhere max-md:whitespace-normal">
        {name ? <ArtifactName filename={name} /> : 'Unknown artifact'}
      </span>
      {fingerprint && <Fingerprint value={fingerprint} />}
    </span>
  )
}

function Cell(props: { result: Result | undefined }) {
  const { result } = props
  if (!result) return emptyCell
  return (
    <span className="flex items-center gap-2">
      <VerdictLabel verdict={verdictOfRunning(result.compliant)} qualifiers={result.qualifiers} />
      <AskWhy result={result} label="Why?" />
    </span>
  )
}

export function AskWhy(props: { result: Result; label: string }) {
  const { name, environment_name: at, compliant, qualifiers } = props.result
  const why = keyOf(props.result)
  const question = whyTitle(name, { verdict: verdictOfRunning(compliant), qualifiers }, at)
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, why, at })}
      resetScroll={false}
      aria-label={props.label === 'Why?' ? question : `${props.label}: ${question}`}
      data-why
      {...rowOf(whyHere(at, why))}
      className="text-meta text-text underline decoration-line-strong underline-offset-3 hover:decoration-current max-md:-my-3 max-md:py-3"
    >
      {props.label}
    </Link>
  )
}

/** The answer in a sentence: yes, no, or that nobody can say. */
export function answerText(answer: Answer): string {
  const { compliant, artifacts, environments, results, qualifiers } = answer
  const asked = environments.filter(({ problem }) => problem === null)
  const [only] = artifacts
  if (asked.length === 0) return 'No answer: none of the environments can be asked.'
  if (!only) return 'No answer: nothing ran in that snapshot.'
  const what =
    artifacts.length === 1
      ? spokenArtifactName(only.name) || 'The artifact'
      : counted(artifacts.length, 'artifact')
  const where = listNames(asked.map(({ name }) => name))
  if (compliant === true) {
    const all = artifacts.length === 1 ? what : `All ${what}`
    if (qualifiers.judged > 0 && qualifiers.not_asked === qualifiers.judged) {
      return `Not asked. ${all} may run in ${where}: no rule applies, or the trail expects nothing.`
    }
    const by = qualifierSentence({ verdict: 'compliant', qualifiers })
    return `Yes${by && `, ${by}${endText(answer)}`}. ${all} would comply in ${where}.`
  }
  if (compliant === null) {
    const unknown = results.filter((one) => one.compliant === null)
    const names = listNames([...new Set(unknown.map((one) => one.environment_name))])
    return `Unknown in ${names}: nothing would stop ${artifacts.length === 1 ? 'it' : 'them'}, nothing verifies ${artifacts.length === 1 ? 'it' : 'them'}.`
  }
  const failing = results.filter((one) => one.compliant === false)
  const names = listNames([...new Set(failing.map((one) => one.environment_name))])
  const count = new Set(failing.map((one) => `${one.name}/${one.fingerprint}`)).size
  return artifacts.length === 1
    ? `No. ${what} would not comply in ${names}.`
    : `No. ${count} of ${what} would not comply in ${names}.`
}

/** When the first of the overrides that carry an answer ends: " that ends 29 Nov". */
function endText({ overrides, qualifiers, evaluated_at }: Answer): string {
  const end = overrides[0]?.expires_at ?? null
  if (end === null) return ''
  const day = dayOf(end, evaluated_at)
  const isOnly = countExceptions(qualifiers) === 1 && qualifiers.not_asked === 0
  return isOnly ? ` that ends ${day}` : `; the first override ends ${day}`
}

const max = 3

const listNames = (names: readonly string[]): string =>
  listed(names.length > max ? [...names.slice(0, max), `${names.length - max} more`] : names)

import { useDeferredValue, useState } from 'react'
import { spokenArtifactName } from '#domain/artifact/artifact-name.ts'
import { PickField } from '#web/form/pick-field.tsx'
import { TokenField } from '#web/form/token-field.tsx'
import { environmentNamesQuery } from '#web/record/known-records.ts'
import { useFound } from '#web/record/use-found.ts'
import { readSha } from '#web/search/search.ts'
import { Button } from '#web/ui/button.tsx'
import { useCandidates } from './-use-candidates.ts'

const whole = /^[a-f0-9]{64}$/
const snapshotText = /^\S+#\d+$/
const asSnapshot = 'snapshot:'

/** The question: artifacts by their fingerprints, all of a snapshot, and where they should go. */
interface DeployQuestion {
  fingerprint: readonly string[]
  snapshot: string | undefined
  environment: readonly string[]
}

/** The question in two fields: what, and where. */
export function QuestionForm(props: {
  org: string
  question: DeployQuestion
  /** Names of artifacts that are known already, by fingerprint. */
  names: ReadonlyMap<string, string>
  onChange: (change: Partial<DeployQuestion>) => void
  /** Asks again; null where there is no question yet. */
  onAgain: (() => void) | null
  isBusy: boolean
}) {
  const { question, onChange, onAgain } = props
  return (
    <section
      aria-label="Question"
      className="mb-4 grid items-start gap-3 rounded-card border border-line p-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <WhatField {...props} />
      <WhereField
        org={props.org}
        selected={question.environment}
        onChange={(environment) => onChange({ environment })}
      />
      <Button
        className="md:mt-[1.625rem]"
        aria-disabled={onAgain === null || props.isBusy}
        onClick={() => onAgain?.()}
        title={onAgain ? 'Check again, r' : 'Say what and where first'}
        {...(onAgain === null && { kind: 'primary' as const })}
      >
        {onAgain ? 'Check again' : 'Check'}
      </Button>
    </section>
  )
}

/** The question in one line: "fraud-scoring 3.128.0 to risk-models". */
export function AskedQuestion(props: {
  question: DeployQuestion
  names: ReadonlyMap<string, string>
  onEdit: () => void
}) {
  const { fingerprint, snapshot, environment } = props.question
  const what = [
    ...fingerprint.map((one) => spokenArtifactName(props.names.get(one) || one.slice(0, 12))),
    ...(snapshot ? [`all of ${snapshot}`] : []),
  ]
  return (
    <section
      aria-label="Question"
      className="mb-4 flex items-center gap-3 rounded-card border border-line py-1 pr-1 pl-4"
    >
      <p className="min-w-0 flex-1 text-table wrap-anywhere">
        <b className="font-medium">{what.join(', ')}</b> to{' '}
        <b className="font-medium">{environment.join(', ')}</b>
      </p>
      <Button kind="quiet" onClick={props.onEdit}>
        Change
      </Button>
    </section>
  )
}

function WhatField({ org, question, names, onChange }: Parameters<typeof QuestionForm>[0]) {
  const [text, setText] = useState('')
  // A name stays known after its artifact was picked, until the answer says it.
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map())
  const asked = useDeferredValue(text.trim())
  const { candidates, isLooking } = useCandidates(org, asked)
  const environments = useFound(text, (name) => environmentNamesQuery(org, name), asked !== '')
  const { fingerprint, snapshot } = question
  const sha = readSha(asked)
  const artifacts = candidates.filter((one) => !fingerprint.includes(one.fingerprint))
  const isUnreported = whole.test(sha) && !isLooking && artifacts.length === 0
  const snapshots = snapshotText.test(asked)
    ? [asked]
    : (environments.found?.environments ?? []).slice(0, 5).map(({ name }) => name)
  const isAnswered =
    !isLooking && asked === text.trim() && (asked === '' || environments.found !== undefined)
  const options = [
    ...artifacts.map((one) => ({
      value: one.fingerprint,
      label: spokenArtifactName(one.name),
      note: one.about,
    })),
    ...(isUnreported ? [{ value: sha, note: 'not reported yet' }] : []),
    ...(asked === '' ? [] : snapshots).map((name) => ({
      value: `${asSnapshot}${name}`,
      label: `All of ${name}`,
      note: 'what runs in that environment',
    })),
  ]
  const nameOf = (one: string) =>
    spokenArtifactName(names.get(one) || picked.get(one) || one.slice(0, 12))
  return (
    <TokenField
      label="What"
      placeholder="Artifact, fingerprint or commit"
      none={`No artifact is called “${asked}”${asked.length < 5 ? '. A fingerprint or commit is found from 5 characters' : ', and no fingerprint or commit begins with it'}. A whole fingerprint of 64 characters can be asked about before it is reported.`}
      tokens={[
        ...fingerprint.map((one) => ({ key: one, label: nameOf(one) })),
        ...(snapshot ? [{ key: asSnapshot, label: `All of ${snapshot}` }] : []),
      ]}
      text={text}
      onText={setText}
      // Results of another text stay out: Enter would choose one.
      options={isAnswered ? options : undefined}
      hint="A hash from 5 characters, or an environment for all that runs there"
      onAdd={(key) => {
        setText('')
        if (key.startsWith(asSnapshot)) return onChange({ snapshot: key.slice(asSnapshot.length) })
        const name = candidates.find((one) => one.fingerprint === key)?.name
        if (name) setPicked(new Map([...picked, [key, name]]))
        return onChange({ fingerprint: [...new Set([...fingerprint, key])] })
      }}
      onRemove={(key) =>
        onChange(
          key === asSnapshot
            ? { snapshot: undefined }
            : { fingerprint: fingerprint.filter((one) => one !== key) },
        )
      }
    />
  )
}

function WhereField(props: {
  org: string
  selected: readonly string[]
  onChange: (selected: string[]) => void
}) {
  const [text, setText] = useState('')
  const { found } = useFound(text, (name) => environmentNamesQuery(props.org, name))
  return (
    <PickField
      label="Where"
      find="Environment, or several"
      none={`No environment is called “${text.trim()}”.`}
      text={text}
      onText={setText}
      found={found?.environments.map(({ name }) => name)}
      selected={props.selected}
      hint="Each is asked by the policies that are attached to it"
      onChange={(selected) => {
        setText('')
        props.onChange(selected)
      }}
    />
  )
}

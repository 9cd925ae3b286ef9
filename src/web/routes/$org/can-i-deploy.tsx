import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { canDeploy } from '#contract/verdict/verdict.ts'
import { lazyPart, suspendingPart } from '#web/connection/lazy-part.ts'
import { readSearch, useSearchChange } from '#web/api/search-params.ts'
import { useDrawerSteps } from '#web/domain-ui/drawer-steps.ts'
import { useWhyKey } from '#web/domain-ui/why-link.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { IgnoredNote, Note, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useIsPhone } from '#web/ui/use-media-query.ts'
import { recentQuestionsOf, useStoreQuestion } from '#web/verdict/recent-questions.ts'
import { AnswerCard, CarryingCard, Sentence, whyHere } from '#web/verdict/deploy-answer.tsx'
import { deploySearch, questionOf, unresolvedIn } from '#web/verdict/deploy-search.ts'
import { canDeployQuery } from '#web/verdict/queries.ts'
import { ArtifactPicker } from './-artifact-picker.tsx'
import { RecentQuestions } from './-recent-questions.tsx'
import { AskedQuestion, QuestionForm } from './-deploy-question.tsx'
import { fixCall } from '#web/pipeline/report-attestation.ts'
import { WaitingRequests } from './-waiting-requests.tsx'

const Causes = suspendingPart(() => import('#web/verdict/deploy-causes.tsx'))
const Passing = suspendingPart(() => import('#web/verdict/deploy-passing.tsx'))
const DeployAside = lazyPart(() => import('#web/verdict/deploy-aside.tsx'))
const ArtifactWhy = suspendingPart(() => import('#web/verdict/artifact-why.tsx'))

export const Route = createFileRoute('/$org/can-i-deploy')({
  validateSearch: (raw: Record<string, unknown>) => readSearch(deploySearch, raw),
  component: CanDeployPage,
  staticData: { crumb: 'Can I deploy?' },
})

const frame = getRouteApi('/$org')

function CanDeployPage() {
  const { org } = Route.useParams()
  const { user } = frame.useRouteContext().session
  const search = Route.useSearch()
  const { fingerprint = [], environment = [], snapshot, q, why, at } = search
  const narrow = useSearchChange<typeof search>()
  const question = questionOf(search)
  const query = useQuery({
    ...canDeployQuery(org, question ?? { environment: [] }),
    enabled: question !== null,
  })
  useStoreQuestion(org, user.name, snapshot, question ? query.data : undefined)
  const isPhone = useIsPhone()
  const steps = useDrawerSteps(why && at && whyHere(at, why), [], () =>
    narrow({ why: undefined, at: undefined }),
  )
  const again = () => void query.refetch()
  useShortcuts([{ key: 'r', label: 'Check again', run: again }])
  useWhyKey()

  const text = q ?? unresolvedIn(search)
  const chosen = fingerprint.filter(isWhole)
  const add = (picked: string, replace = false) =>
    narrow({ fingerprint: [...new Set([...chosen, picked])], q: undefined }, replace)
  const asked = { fingerprint: chosen, environment, snapshot }
  const [isEditing, setEditing] = useState(question === null)
  // On phones the answer comes first.
  const isFolded = isPhone && query.data !== undefined && question !== null && !isEditing
  const isPicking = text !== undefined || (fingerprint.length === 0 && !snapshot)
  const lately = isPicking && text === undefined ? recentQuestionsOf(org, user.name) : []
  const [only] = chosen.length === 1 ? chosen : []
  const [sole] = query.data?.results.length === 1 ? query.data.results : []
  const names = new Map(query.data?.artifacts.map((one) => [one.fingerprint, one.name]))
  return (
    <Page
      title={['Can I deploy?', org]}
      heading="Can I deploy?"
      isCovered={isPhone && why !== undefined}
      facts={
        <span>
          Asks the policies of an environment before the pipeline does. Nothing is deployed, nothing
          is recorded.
        </span>
      }
      actions={
        question && (
          <PageActions call={{ endpoint: canDeploy, params: { org }, query: () => question }} />
        )
      }
    >
      <IgnoredNote ignored={search.ignored} />
      {isFolded ? (
        <AskedQuestion question={asked} names={names} onEdit={() => setEditing(true)} />
      ) : (
        <QuestionForm
          org={org}
          question={asked}
          names={names}
          onChange={(change) =>
            narrow({
              q: undefined,
              ...('snapshot' in change && { snapshot: change.snapshot }),
              ...(change.fingerprint && { fingerprint: someOf(change.fingerprint) }),
              ...(change.environment && { environment: someOf(change.environment) }),
            })
          }
          onAgain={
            question
              ? () => {
                  setEditing(false)
                  again()
                }
              : null
          }
          isBusy={query.isFetching}
        />
      )}
      {question === null && !isPicking && (
        <p className="rounded-card border border-line px-4 py-6 text-center text-table text-muted">
          Choose at least one environment above: where should it run?
        </p>
      )}
      {query.isError && !query.data && <Note>{query.error.message}</Note>}
      {question !== null && query.isPending && <SkeletonRows rows={4} />}
      {question !== null && query.data && (
        <div aria-busy={query.isFetching}>
          <StaleNote what="The answer" query={query} />
          <Sentence answer={query.data} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[67.5rem]/main:grid-cols-[minmax(0,1fr)_18.75rem]">
            <div className="@container/main min-w-0">
              <CarryingCard org={org} answer={query.data} />
              <Suspense>
                <Causes org={org} results={query.data.results} callOf={fixCall.bind(null, org)} />
                {sole?.compliant && <Passing org={org} result={sole} />}
              </Suspense>
              <AnswerCard org={org} answer={query.data} />
            </div>
            {only !== undefined && !snapshot && (
              <DeployAside org={org} fingerprint={only} asked={environment} />
            )}
          </div>
        </div>
      )}
      {isPicking && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[67.5rem]/main:grid-cols-[repeat(auto-fit,minmax(24rem,1fr))]">
          <ArtifactPicker
            org={org}
            text={text}
            isHalf={lately.length > 0}
            // Another name in the address is taken at once where it names one artifact.
            onOnly={(one) => add(one, true)}
            onPick={({ fingerprint: picked }) => add(picked)}
          />
          {lately.length > 0 && <RecentQuestions org={org} questions={lately} />}
        </div>
      )}
      {why && at && (
        <Suspense>
          <ArtifactWhy
            key={`${at}/${why}`}
            org={org}
            env={at}
            artifact={why}
            snapshot={undefined}
            renderWaiting={(artifacts) => (
              <WaitingRequests org={org} env={at} artifacts={artifacts} />
            )}
            callOf={fixCall.bind(null, org)}
            steps={steps}
          />
        </Suspense>
      )}
    </Page>
  )
}

const someOf = (names: readonly string[]) => (names.length > 0 ? [...names] : undefined)

const isWhole = (text: string) => /^[a-f0-9]{64}$/.test(text)

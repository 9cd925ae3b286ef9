import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useState } from 'react'
import { canDeploy } from '#contract/verdict/verdict.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { readSearch } from '#web/api/search-params.ts'
import { useDrawerSteps } from '#web/domain-ui/drawer-steps.ts'
import { useWhyKey } from '#web/domain-ui/why-link.tsx'
import { readSha } from '#web/search/search.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { FilterBar } from '#web/table/filter-bar.tsx'
import type { Filter, TextFilter } from '#web/table/filter.ts'
import { IgnoredNote, Note, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { AnswerCard, FailingCard, whyHere } from '#web/verdict/deploy-answer.tsx'
import { deploySearch, questionOf, unresolvedIn } from '#web/verdict/deploy-search.ts'
import { canDeployQuery, placesQuery } from '#web/verdict/queries.ts'
import { ArtifactPicker } from './-artifact-picker.tsx'
import { fixCall } from './-fix-call.ts'

const ArtifactWhy = lazyPart(() => import('#web/verdict/artifact-why.tsx'))

export const Route = createFileRoute('/$org/can-i-deploy')({
  validateSearch: (raw: Record<string, unknown>) => readSearch(deploySearch, raw),
  component: CanDeployPage,
  staticData: { crumb: 'Can I deploy?' },
})

function CanDeployPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  const { fingerprint = [], environment = [], snapshot, q, why, at } = search
  const navigate = Route.useNavigate()
  const narrow = (change: Partial<typeof search>, replace = false) =>
    void navigate({
      search: ({ ignored: _, ...rest }) => ({ ...rest, ...change }),
      resetScroll: false,
      replace,
    })
  const question = questionOf(search)
  const query = useQuery({
    ...canDeployQuery(org, question ?? { environment: [] }),
    enabled: question !== null,
  })
  const [place, setPlace] = useState('')
  const [picks, setPicks] = useState(0)
  const asked = useDeferredValue(place.trim())
  const places = useQuery({ ...placesQuery(org, asked), placeholderData: keepPreviousData })
  const isPhone = useMediaQuery('(width < 768px)')
  const steps = useDrawerSteps(why && at && whyHere(at, why), [], () =>
    narrow({ why: undefined, at: undefined }),
  )
  const again = () => void query.refetch()
  useShortcuts([{ key: 'r', label: 'Check again', run: again }])
  useWhyKey()

  const listed = places.data?.environments.map((one) => one.name) ?? []
  const names = [...new Set([...listed, ...environment])]
  const hasMore = (places.data?.total_count ?? 0) > listed.length || place !== ''
  const text = q ?? unresolvedIn(search)
  const name: TextFilter = {
    kind: 'text',
    label: 'Fingerprint, commit or name',
    value: q,
    onChange: (value) => {
      const whole = readSha(value ?? '')
      if (isWhole(whole)) add(whole)
      else narrow({ q: value }, true)
    },
  }
  const filters: Filter[] = [
    {
      kind: 'choice',
      label: 'Environment',
      isMultiple: true,
      options: names.map((one) => ({ value: one, label: one })),
      selected: environment,
      ...(hasMore && { find: { text: place, onText: setPlace } }),
      onChange: (some) => narrow({ environment: some.length > 0 ? some : undefined }),
    },
    {
      kind: 'text',
      label: 'All of a snapshot',
      hint: 'staging or staging#12',
      isExact: true,
      value: snapshot,
      suggestions: names,
      onChange: (value) => narrow({ snapshot: value }),
    },
  ]
  const add = (picked: string, replace = false) =>
    narrow(
      { fingerprint: [...new Set([...fingerprint.filter(isWhole), picked])], q: undefined },
      replace,
    )
  const remove = (one: string) =>
    fingerprint.includes(one)
      ? () => {
          const left = fingerprint.filter((other) => other !== one)
          narrow({ fingerprint: left.length > 0 ? left : undefined })
        }
      : null
  const isPicking = text !== undefined || (fingerprint.length === 0 && !snapshot)
  return (
    <Page
      title={['Can I deploy?', org]}
      heading="Can I deploy?"
      isCovered={isPhone && why !== undefined}
      facts={<span>What a report of it would be judged by the policies attached now</span>}
      actions={
        question && (
          <PageActions call={{ endpoint: canDeploy, params: { org }, query: () => question }} />
        )
      }
    >
      <IgnoredNote ignored={search.ignored} onClear={() => narrow({})} />
      <FilterBar
        // What is still being written must not ask again after something was picked.
        key={picks}
        name={name}
        filters={filters}
        onClear={() => narrow({ environment: undefined, snapshot: undefined })}
      />
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
          <AnswerCard
            org={org}
            answer={query.data}
            onRemove={remove}
            onAgain={again}
            isBusy={query.isFetching}
          />
          <FailingCard results={query.data.results} />
        </div>
      )}
      {isPicking && (
        <ArtifactPicker
          org={org}
          text={text}
          chosen={fingerprint}
          // What the address calls by another name is taken at once where it names one artifact.
          onOnly={q === undefined && text !== undefined ? (one) => add(one, true) : undefined}
          onPick={(picked) => {
            setPicks(picks + 1)
            add(picked)
          }}
        />
      )}
      {why && at && (
        <Suspense>
          <ArtifactWhy
            key={`${at}/${why}`}
            org={org}
            env={at}
            artifact={why}
            snapshot={undefined}
            callOf={fixCall.bind(null, org)}
            steps={steps}
          />
        </Suspense>
      )}
    </Page>
  )
}

const isWhole = (text: string) => /^[a-f0-9]{64}$/.test(text)

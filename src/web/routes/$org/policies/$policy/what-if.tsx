import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { getPolicy } from '#contract/policy/policy.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch, useSearchChange } from '#web/api/search-params.ts'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import { DraftEditor } from '#web/form/draft-editor.tsx'
import { deleteDraft, savedDraft, saveDraft } from '#web/policy/editor/use-draft.ts'
import { PolicyPage } from '#web/policy/page/policy-page.tsx'
import { RulesCard } from '#web/policy/page/rules-card.tsx'
import { effectQuery, policyPageQuery, policyQuery } from '#web/policy/queries.ts'
import { AnswerBar } from '#web/policy/what-if/answer-bar.tsx'
import { WhatIfQuestion } from '#web/policy/what-if/what-if-question.tsx'
import { questionOf, whatIfSearch } from '#web/policy/what-if/what-if.ts'
import { editedSelector, selectorBody } from '#web/record/selector.ts'
import { useSelectedEnvironments } from '#web/record/selected-environments.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IgnoredNote, Note, StaleNote } from '#web/ui/note.tsx'
import { PendingRecordPage, SkeletonRows } from '#web/ui/skeleton.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'

// The question is there before its answer.
const EffectCards = lazyPart(
  () => import('#web/policy/effect/effect-cards.tsx'),
  <SkeletonRows rows={4} />,
)

export const Route = createFileRoute('/$org/policies/$policy/what-if')({
  validateSearch: (raw: Record<string, unknown>) => readSearch(whatIfSearch, raw),
  loader: ({ context: { queryClient }, params: { org, policy } }) =>
    Promise.all([
      queryClient.ensureQueryData(policyQuery(org, policy)),
      queryClient.ensureQueryData(policyPageQuery(org, policy)),
    ]),
  pendingComponent: () => <PendingRecordPage title={['What if', 'Policies']} rows={[8, 12]} />,
  component: WhatIfPage,
  staticData: { crumb: 'What if' },
})

function WhatIfPage() {
  const { org, policy: name } = Route.useParams()
  const search = Route.useSearch()
  usePreload(EffectCards)
  const { action = 'save', environment = [], snapshots = 20, ignored } = search
  const { tag, type, name_pattern } = search
  const changeSearch = useSearchChange<typeof search>()
  const { record: policy } = useSuspenseQuery(policyQuery(org, name)).data
  const page = useSuspenseQuery(policyPageQuery(org, name))
  const version = policy.versions.length
  const saved = policy.versions.at(-1)?.policy_yaml ?? ''
  const [text, setText] = useState(() => savedDraft(org, name, version)?.text ?? saved)
  const debounced = useDebouncedValue(text)
  const draft = debounced === saved ? null : debounced
  const attached = page.data.environments.map((one) => one.name)
  const selector = editedSelector({ tags: tag, types: type, name_pattern })
  const isChosen = environment.length > 0 || selectorBody(selector) !== null
  const selected = useSelectedEnvironments(org, selector)
  // Policies hold of what reports itself; where one is not attached, nothing is saved or detached.
  const fitting = selected.found?.filter((one) =>
    action === 'attach' ? one.type !== 'logical' : attached.includes(one.name),
  )
  const chosen =
    fitting && selected.isSettled
      ? [...new Set([...environment, ...fitting.map((one) => one.name)])]
      : null
  const input = { action, policy: name, draft, environments: chosen, isChosen, snapshots }
  const question = questionOf(input)
  const [isApplying, setApplying] = useState(false)
  const query = useQuery({
    ...effectQuery(org, question ?? noQuestion),
    enabled: question !== null && !isApplying,
  })
  const refusal = useRefusal('member')
  const effect = question ? query.data : undefined
  const write = (next: string) => {
    setText(next)
    if (next === saved) deleteDraft(org, name)
    else saveDraft(org, name, { ...savedDraft(org, name, version), text: next, version })
  }
  return (
    <PolicyPage
      org={org}
      policy={policy}
      tab="What if"
      shown={version}
      actions={<PageActions call={{ endpoint: getPolicy, params: { org, policy_name: name } }} />}
    >
      <IgnoredNote ignored={ignored} />
      <StaleNote what="The policy" query={page} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        <WhatIfQuestion
          org={org}
          action={action}
          names={environment}
          selector={selector}
          chosen={chosen}
          attached={attached}
          snapshots={snapshots}
          onChange={(change) => changeSearch(change, true)}
        />
        {action !== 'detach' && (
          <Card
            title="Draft"
            isFilled
            remark={text === saved ? `as version ${version} has it` : 'changed, and not saved'}
            actions={
              text !== saved && (
                <Button kind="quiet" size="small" onClick={() => write(saved)}>
                  Take back
                </Button>
              )
            }
          >
            <DraftEditor
              label="Draft of the policy"
              text={text}
              problems={effect?.problems ?? []}
              onChange={write}
            />
          </Card>
        )}
      </div>
      {question === null && (
        <p className="mt-4 rounded-card border border-line px-4 py-6 text-center text-table text-muted">
          {isChosen && chosen?.length === 0
            ? action === 'attach'
              ? 'No environment matches what is chosen above.'
              : 'It is attached to no environment that matches what is chosen above.'
            : action === 'attach'
              ? 'Choose at least one environment above, to see what attaching would flip there.'
              : 'Change the draft above, to see what saving it would flip.'}
        </p>
      )}
      {question === null && action === 'save' && (
        <div className="mt-4">
          <RulesCard rules={page.data.rules} />
        </div>
      )}
      {question !== null && query.isError && (
        <div className="mt-4">
          <Note action={<Button onClick={() => void query.refetch()}>Retry</Button>}>
            {query.error.message}
          </Note>
        </div>
      )}
      {question !== null && query.isPending && (
        <div className="mt-4">
          <SkeletonRows rows={4} />
        </div>
      )}
      {question !== null && effect && !query.isError && effect.problems.length === 0 && (
        <div aria-busy={query.isFetching || debounced !== text}>
          <AnswerBar
            org={org}
            question={question}
            effect={effect}
            version={version}
            refusal={refusal}
            onApplying={setApplying}
            onAgain={() => void query.refetch()}
          />
          <EffectCards org={org} effect={effect} />
        </div>
      )}
    </PolicyPage>
  )
}

/** Stands where nothing is asked: no call is made of it. */
const noQuestion = { action: 'detach' as const, policy_names: [], snapshots: 1 }

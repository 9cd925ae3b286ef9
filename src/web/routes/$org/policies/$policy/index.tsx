import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Archive, CopyPlus, History } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { getPolicy } from '#contract/policy/policy.ts'
import { counted } from '#domain/common/counted.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useChangeRefusal, useRefusal } from '#web/api/permission.ts'
import { readSearch, versionSearch } from '#web/api/search-params.ts'
import { HistoryLink } from '#web/domain-ui/history-link.tsx'
import { EnvironmentsCard } from '#web/policy/attach/environments-card.tsx'
import { Demands } from '#web/policy/demands.tsx'
import { ExceptionsCard, YamlCard } from '#web/policy/page/policy-cards.tsx'
import { PolicyPage } from '#web/policy/page/policy-page.tsx'
import { RulesCard } from '#web/policy/page/rules-card.tsx'
import { policyPageQuery, policyQuery } from '#web/policy/queries.ts'
import { CancelEditLink, NewVersionLink } from '#web/record/edit-links.tsx'
import {
  openVersions,
  UnknownVersions,
  VersionComparison,
  VersionsCard,
} from '#web/record/versions.tsx'
import { useAfterSave } from '#web/record/use-change.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { Card } from '#web/ui/card.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { PendingRecordPage, PendingCard } from '#web/ui/skeleton.tsx'

const search = z.object(versionSearch)

const PolicyEditor = lazyPart(
  () => import('#web/policy/editor/editor.tsx'),
  <PendingCard shape="form" />,
)
const ArchiveDialog = lazyPart(() => import('#web/policy/page/archive-dialog.tsx'))
const AttachDialog = lazyPart(() => import('#web/policy/attach/attach-dialog.tsx'))

export const Route = createFileRoute('/$org/policies/$policy/')({
  validateSearch: (raw) => readSearch(search, raw),
  loader: ({ context: { queryClient }, params: { org, policy } }) =>
    Promise.all([
      queryClient.ensureQueryData(policyQuery(org, policy)),
      queryClient.ensureQueryData(policyPageQuery(org, policy)),
    ]),
  pendingComponent: () => <PendingRecordPage title={['Policies']} rows={[8, 12]} />,
  component: OnePolicyPage,
})

function OnePolicyPage() {
  const { org, policy: name } = Route.useParams()
  const { version, compare, edit, ignored } = Route.useSearch()
  const navigate = Route.useNavigate()
  const navigateAfterSave = useAfterSave(navigate)
  const query = useSuspenseQuery(policyQuery(org, name))
  const now = useSuspenseQuery(policyPageQuery(org, name))
  const { record: policy, etag } = query.data
  const newest = policy.versions.length
  const { shown, other, unknown } = openVersions(policy.versions, {
    version: version ?? newest,
    compare,
  })

  const [isAttaching, setAttaching] = useState(false)
  const missingRole = useRefusal('member')
  const refusal = useChangeRefusal('policy', policy)
  useShortcuts([{ key: 'v', label: 'Versions', icon: History, run: goToVersions }])
  const { controls } = now.data
  const environments = now.data.environments.map((one) => one.name)
  const call = { endpoint: getPolicy, params: { org, policy_name: name } } as const

  return (
    <PolicyPage
      org={org}
      policy={policy}
      shown={shown?.version ?? newest}
      facts={
        <>
          {controls.length > 0 && (
            <span className="flex-wrap">
              Serves{' '}
              {controls.map((control) => (
                <Link
                  key={control}
                  to="/$org/controls/$control/{-$tab}"
                  params={{ org, control }}
                  className="font-medium text-text hover:underline max-md:py-3"
                >
                  {control}
                </Link>
              ))}
            </span>
          )}
          <HistoryLink org={org} type="policy" name={name} />
        </>
      }
      actions={
        <>
          <PageActions
            call={call}
            own={
              missingRole === null
                ? [
                    {
                      icon: CopyPlus,
                      label: 'Duplicate',
                      hint: '',
                      run: () =>
                        void navigate({
                          to: '/$org/policies/~new',
                          params: { org },
                          search: { copy: name },
                        }),
                    },
                  ]
                : []
            }
            {...(policy.archived_at === null && {
              removal: {
                label: 'Archive this policy',
                icon: Archive,
                refusal: missingRole ?? attachedRefusal(environments),
                renderQuestion: (close) => (
                  <ArchiveDialog
                    org={org}
                    policy={name}
                    versionCount={newest}
                    controls={controls}
                    onClose={close}
                  />
                ),
              },
            })}
          />
          {!edit && <NewVersionLink refusal={missingRole} />}
        </>
      }
    >
      <IgnoredNote ignored={ignored} />
      <StaleNote what="The policy" query={query.isRefetchError ? query : now} />
      <UnknownVersions of="policy" unknown={unknown} />
      {edit && (
        <div className="mb-4">
          <PolicyEditor
            org={org}
            base={{
              policy: {
                name,
                description: policy.description,
                comment: '',
                text: policy.versions.at(-1)?.policy_yaml ?? '',
              },
              saved: { etag, version: newest },
            }}
            refusal={missingRole}
            cancel={<CancelEditLink />}
            onSaved={() => void navigateAfterSave({ search: {}, replace: true })}
          />
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          {!edit && (
            <Card title="Requirements for each artifact" remark={`version ${newest}`}>
              <Demands demands={now.data.demands} withLines={shown?.version === newest && !other} />
            </Card>
          )}
          <EnvironmentsCard
            org={org}
            policy={name}
            environments={now.data.environments}
            refusal={refusal}
            onAttach={() => setAttaching(true)}
          />
          <RulesCard rules={now.data.rules} />
        </div>
        <div className={clsx('grid min-w-0 gap-4', other && 'max-lg:-order-1')}>
          {!edit && shown && other && (
            <VersionComparison
              one={shown}
              other={other}
              textOf={(one) => one.policy_yaml}
              answerOf={(_before, { comment }) => comment}
            />
          )}
          {!edit && shown && !other && <YamlCard policy={name} version={shown} />}
          <VersionsCard
            versions={policy.versions.toReversed().map((one) => ({
              version: one.version,
              created_by: one.created_by,
              created_at: one.timestamp,
              comment: one.comment,
            }))}
            newest={newest}
            shown={shown?.version ?? newest}
            compared={other?.version}
          />
          <ExceptionsCard org={org} rules={now.data.rules} />
        </div>
      </div>
      {isAttaching && (
        <AttachDialog
          org={org}
          fixed={{ policy: name }}
          taken={environments}
          onClose={() => setAttaching(false)}
        />
      )}
    </PolicyPage>
  )
}

/** Why a policy cannot be put away: where it is attached; null where it can. */
const attachedRefusal = (environments: readonly string[]): string | null =>
  environments.length === 0
    ? null
    : `Attached to ${counted(environments.length, 'environment')}: detach it first`

/** Leads to the list of versions, the newest first. */
function goToVersions() {
  document.querySelector<HTMLElement>('[data-version-link]')?.focus()
}

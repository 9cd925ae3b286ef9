import { createFileRoute, Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import * as z from 'zod/mini'
import { paging } from '#contract/common/pagination.ts'
import { type TemplateVersion, listTemplateVersions } from '#contract/template/template.ts'
import { describeDifference, templateDifference } from '#domain/template/template-difference.ts'
import { ignoreTemporaryError } from '#web/api/api-error.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useListQuery } from '#web/api/list-query.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch, versionSearch } from '#web/api/search-params.ts'
import { KindLabel } from '#web/domain-ui/kind-label.tsx'
import { FlowPage, FlowPending } from '#web/flow/flow-page.tsx'
import { flowQuery } from '#web/flow/queries.ts'
import { listOfRows, usePageNews } from '#web/list/list-body.tsx'
import {
  openVersions,
  UnknownVersions,
  VersionComparison,
  VersionsCard,
} from '#web/record/versions.tsx'
import { useAfterSave } from '#web/record/use-change.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { Paging, PastTheEnd } from '#web/table/paging.tsx'
import { ExpectedCard, YamlCard } from '#web/template/template-cards.tsx'
import {
  setTemplateCall,
  templateText,
  templateVersionListQuery,
  templateVersionsQuery,
} from '#web/template/queries.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { FirstSteps } from '#web/ui/first-steps.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { PendingCard, SkeletonRows } from '#web/ui/skeleton.tsx'

const search = z.object({
  ...versionSearch,
  ...paging({ per_page: 20 }),
})
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

const DraftCard = lazyPart(
  () => import('#web/template/draft-card.tsx'),
  <PendingCard shape="text" className="h-72" />,
)
/** Initial text of a draft where there is no YAML yet. */
const emptyText = 'version: 1\n'

export const Route = createFileRoute('/$org/flows/$flow/template')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another version is the same page, which stays until the new one comes.
  loader: async ({ context: { queryClient }, params: { org, flow }, location }) => {
    const { version, compare, page, per_page } = searchOf(location.search)
    const [list] = await Promise.all([
      queryClient
        .ensureQueryData(templateVersionListQuery(org, flow, { page, per_page }))
        .catch(ignoreTemporaryError),
      queryClient.ensureQueryData(flowQuery(org, flow)),
    ])
    if (!list) return
    const wanted = wantedOf(version ?? list.pagination.total, compare)
    await queryClient
      .ensureQueryData(templateVersionsQuery(org, flow, wanted))
      .catch(ignoreTemporaryError)
  },
  pendingComponent: () => (
    <FlowPending tab="Template">
      <div className="grid gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <SkeletonRows rows={8} />
        <SkeletonRows rows={12} />
      </div>
    </FlowPending>
  ),
  component: TemplatePage,
  staticData: { crumb: 'Template' },
})

const wantedOf = (version: number, compare: number | undefined) =>
  compare === undefined ? [version] : [version, compare]

function TemplatePage() {
  const { org, flow } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const navigateAfterSave = useAfterSave(navigate)
  const { page, per_page, ...open } = search
  const refusal = useRefusal('member')
  const list = useListQuery({ page, per_page }, (listSearch) =>
    templateVersionListQuery(org, flow, listSearch),
  )
  const { data, pagination } = list.data
  const rows = listOfRows({ rows: data, filters: [], onClear: () => {} })
  usePageNews({ ...rows, pagination, isBusy: list.isBusy, query: list.query }, 'version')
  const newest = pagination.total
  // A version that is set meanwhile opens when it is there, not with an empty page before.
  const opened = useListQuery(
    { number: open.version ?? newest, compare: open.compare },
    ({ number, compare }) => templateVersionsQuery(org, flow, wantedOf(number, compare)),
  )
  const { number, compare } = opened.shown
  const { shown, other, unknown } = openVersions(opened.data.data, { version: number, compare })

  return (
    <FlowPage
      org={org}
      flow={flow}
      tab="Template"
      facts={
        <span>
          Version <span className="font-medium text-text">{number}</span> of {newest}
        </span>
      }
      actions={
        !open.edit && (
          <>
            <Link to="." search={withEdit} className={buttonClass()}>
              Edit as draft
            </Link>
            <PageActions
              call={{
                endpoint: listTemplateVersions,
                params: { org, flow_name: flow },
                query: () => ({ version: [number] }),
              }}
            />
          </>
        )
      }
    >
      <IgnoredNote ignored={search.ignored} />
      <StaleNote
        what="The template"
        query={opened.query.isRefetchError ? opened.query : list.query}
      />
      <UnknownVersions of="template" unknown={unknown} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="grid min-w-0 gap-4">
          {shown && (
            <ExpectedCard
              document={shown.document}
              renderType={(type) => <KindLabel type={type} />}
              empty={<NothingExpected org={org} flow={flow} />}
            />
          )}
          <VersionsCard
            versions={data}
            newest={newest}
            shown={number}
            compared={other?.version}
            paging={
              data.length === 0 ? (
                <PastTheEnd pagination={pagination} />
              ) : (
                pagination.page_count > 1 && (
                  <Paging
                    pagination={pagination}
                    rowCount={data.length}
                    order="newest first"
                    defaultSize={20}
                    onSize={(size) =>
                      void navigate({
                        search: ({ page: _, ...rest }) => ({ ...rest, per_page: size }),
                      })
                    }
                  />
                )
              )
            }
          />
        </div>
        <div className={clsx('grid min-w-0 gap-4', (other || open.edit) && 'max-lg:-order-1')}>
          {shown && open.edit && (
            <DraftCard
              org={org}
              flow={flow}
              base={shown.content ?? emptyText}
              newest={newest}
              refusal={refusal}
              onSaved={() => void navigateAfterSave({ search: {}, replace: true })}
            />
          )}
          {shown && other && (
            <VersionComparison
              one={shown}
              other={other}
              textOf={templateText}
              answerOf={changeText}
            />
          )}
          {shown && !other && !open.edit && <YamlCard flow={flow} version={shown} />}
        </div>
      </div>
    </FlowPage>
  )
}

const changeText = (before: TemplateVersion, after: TemplateVersion) =>
  describeDifference(templateDifference(before.document, after.document))

const withEdit = (search: object) => ({ ...search, edit: true, compare: undefined })

function NothingExpected(props: { org: string; flow: string }) {
  return (
    <>
      <p className="px-4 pb-3 text-table text-muted">
        Nothing is expected, no trail can be incomplete.
      </p>
      <FirstSteps
        steps={[
          {
            title: 'Define what each trail and artifact must have',
            call: setTemplateCall(props.org, props.flow),
          },
        ]}
      />
    </>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type CustomTypeVersion, getCustomType } from '#contract/custom-type/custom-type.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch, versionSearch } from '#web/api/search-params.ts'
import { DefinitionCards, TypePage } from '#web/custom-type/type-page.tsx'
import { definitionOf, textOf } from '#web/custom-type/draft.ts'
import { customCall } from '#web/pipeline/report-attestation.ts'
import { customTypeQuery } from '#web/custom-type/queries.ts'
import { TryCard } from '#web/custom-type/try-card.tsx'
import { useTry } from '#web/custom-type/use-try.ts'
import { CancelEditLink, NewVersionLink } from '#web/record/edit-links.tsx'
import {
  openVersions,
  UnknownVersions,
  VersionComparison,
  VersionsCard,
} from '#web/record/versions.tsx'
import { useAfterSave } from '#web/record/use-change.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { PendingRecordPage, PendingCard } from '#web/ui/skeleton.tsx'

const search = z.object(versionSearch)

const ArchiveDialog = lazyPart(() => import('#web/custom-type/archive-dialog.tsx'))
const CustomTypeEditor = lazyPart(
  () => import('#web/custom-type/editor.tsx'),
  <PendingCard shape="form" />,
)

export const Route = createFileRoute('/$org/settings/attestation-types/$type')({
  validateSearch: (raw) => readSearch(search, raw),
  loader: ({ context: { queryClient }, params: { org, type } }) =>
    queryClient.ensureQueryData(customTypeQuery(org, type)),
  pendingComponent: () => <PendingRecordPage title={['Attestation types']} rows={[10, 8]} />,
  component: OneTypePage,
  staticData: { crumb: '$type' },
})

function OneTypePage() {
  const { org, type: name } = Route.useParams()
  const { version, compare, edit, ignored } = Route.useSearch()
  const navigate = Route.useNavigate()
  const navigateAfterSave = useAfterSave(navigate)
  const query = useSuspenseQuery(customTypeQuery(org, name))
  const { record: type, etag } = query.data
  const { versions } = type
  const newest = versions[0]!
  const { shown, other, unknown } = openVersions(versions, {
    version: version ?? newest.version,
    compare,
  })
  const refusal = useRefusal('member')
  return (
    <TypePage
      org={org}
      type={type}
      shown={shown?.version ?? newest.version}
      actions={
        <>
          <PageActions
            call={{ endpoint: getCustomType, params: { org, type_name: name } }}
            {...(!type.archived && {
              removal: {
                label: 'Archive this type',
                icon: Archive,
                refusal,
                renderQuestion: (close) => <ArchiveDialog org={org} type={name} onClose={close} />,
              },
            })}
          />
          {!edit && <NewVersionLink refusal={refusal} />}
        </>
      }
    >
      <IgnoredNote
        ignored={ignored}
        onClear={() => void navigate({ search: ({ ignored: _, ...rest }) => rest })}
      />
      <StaleNote what="The type" query={query} />
      <UnknownVersions of="type" unknown={unknown} />
      {edit ? (
        <CustomTypeEditor
          org={org}
          base={{
            name,
            description: type.description ?? '',
            comment: '',
            ...definitionOf(newest),
          }}
          saved={{ etag, version: newest.version }}
          refusal={refusal}
          cancel={<CancelEditLink />}
          onSaved={() => void navigateAfterSave({ search: {}, replace: true })}
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
          <div className={clsx('grid min-w-0 gap-4', other && 'max-lg:-order-1')}>
            {shown && other && (
              <VersionComparison
                one={shown}
                other={other}
                textOf={(one) => textOf(definitionOf(one))}
                answerOf={(_before, { comment }) => comment}
              />
            )}
            {shown && !other && <DefinitionCards version={shown} />}
          </div>
          <div className="grid min-w-0 gap-4">
            <TryVersion key={shown?.version} org={org} version={shown ?? newest} />
            <VersionsCard
              versions={versions.map(({ version, created_by, timestamp, comment }) => ({
                version,
                created_by,
                created_at: timestamp,
                ...(comment && { comment }),
              }))}
              newest={newest.version}
              shown={shown?.version ?? newest.version}
              compared={other?.version}
            />
            <Card title="Report evidence of it">
              <div className="px-4 pb-4">
                <CallBox call={customCall(org, name)} />
              </div>
            </Card>
          </div>
        </div>
      )}
    </TypePage>
  )
}

/** Tries a sample with a version as it stands. */
function TryVersion(props: { org: string; version: CustomTypeVersion }) {
  const [sample, setSample] = useState('')
  const tried = useTry(props.org, definitionOf(props.version), sample)
  return <TryCard sample={sample} tried={tried} onSample={setSample} />
}

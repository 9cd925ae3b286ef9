import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/audit-log/audit-log.ts'
import { ApiError } from '#web/api/api-error.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { Fingerprint } from '#web/domain-ui/fingerprint.tsx'
import { HistoryLink } from '#web/domain-ui/history-link.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { type DrawerSteps, DrawerFrame } from '#web/ui/drawer-frame.tsx'
import { JsonTree } from '#web/ui/json-tree.tsx'
import { Note } from '#web/ui/note.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { ObjectLink, Outcome, shownValue } from './entry-parts.tsx'
import { kindLabels, objectLabels } from './kind-labels.ts'
import { auditEntryQuery } from './queries.ts'

const ChangesTable = lazyPart(() => import('#web/ui/changes-table.tsx'), <SkeletonRows rows={3} />)

/** One entry of the audit log, beside the page. */
export default function EntryDrawer(props: { org: string; id: string; steps: DrawerSteps }) {
  const { org, id, steps } = props
  const { data: entry, error, isPending } = useQuery(auditEntryQuery(org, id))
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <DrawerFrame
      title={entry ? kindLabels[entry.action] : 'Entry of the audit log'}
      steps={steps}
      raw={entry}
      meta={
        entry && (
          <>
            <Outcome result={entry.result} />
            <CopyButton text={() => location.href} what="Link" label="Copy link to this entry" />
          </>
        )
      }
    >
      {entry && <Facts org={org} entry={entry} />}
      {entry && <Differences entry={entry} />}
      {entry && (
        <section aria-label="All that was said" className="grid gap-2">
          <h3 className="text-body font-semibold">
            {entry.result === 'refused' ? 'Refused request' : 'Request'}
          </h3>
          <JsonTree value={entry.body} />
        </section>
      )}
      {isPending && <SkeletonRows rows={6} />}
      {error && !entry && (
        <Note>
          {isUnknown
            ? 'There is no such entry in the audit log.'
            : 'The entry could not be loaded.'}
        </Note>
      )}
    </DrawerFrame>
  )
}

function Facts(props: { org: string; entry: AuditEntry }) {
  const { org, entry } = props
  const { object_type, object } = entry
  return (
    <section aria-label="Facts" className="grid gap-2">
      <DescriptionList>
        <DescriptionItem label="Time">
          <TimeStamp at={entry.recorded_at} form="stamp" />
        </DescriptionItem>
        <DescriptionItem label={entry.is_service_account ? 'Service account' : 'Actor'}>
          {entry.actor}
        </DescriptionItem>
        <DescriptionItem label="API key">
          {entry.key_label ?? entry.key_id ?? 'none'}
        </DescriptionItem>
        <DescriptionItem label="Address">{entry.address ?? 'none'}</DescriptionItem>
        {entry.times > 1 && (
          <DescriptionItem label="Times">{entry.times} more in that minute</DescriptionItem>
        )}
        {object_type && (
          <DescriptionItem label={objectLabels[object_type]}>
            <ObjectLink org={org} entry={entry} />
          </DescriptionItem>
        )}
        {entry.request_id && (
          <DescriptionItem label="Request id">
            <span className="font-mono text-code">{entry.request_id}</span>{' '}
            <CopyButton text={entry.request_id} what="Request id" />
          </DescriptionItem>
        )}
        <DescriptionItem label="Entry">#{entry.seq}</DescriptionItem>
        <DescriptionItem label="Hash">
          <Fingerprint value={entry.seal} what="Hash" />
        </DescriptionItem>
        <DescriptionItem label="Previous hash">
          <Fingerprint value={entry.previous_seal} what="Previous hash" />
        </DescriptionItem>
      </DescriptionList>
      {object_type && object !== null && (
        <p className="text-table">
          <HistoryLink org={org} type={object_type} name={object} />
        </p>
      )}
    </section>
  )
}

/** Texts of several lines are compared line by line. */
const isLong = (value: unknown) => typeof value === 'string' && value.includes('\n')
const textOf = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

function Differences(props: { entry: AuditEntry }) {
  const { changes } = props.entry
  if (changes.length === 0) return null
  return (
    <section aria-label="Before and after" className="grid gap-3">
      <h3 className="text-body font-semibold">Before → after</h3>
      {changes.map(({ field, before, after }) => (
        <div key={field} className="grid gap-1 text-table">
          <h4 className="font-medium">{field}</h4>
          {isLong(before) || isLong(after) ? (
            <ChangesTable
              before={{ name: 'before', text: textOf(before) }}
              after={{ name: 'after', text: textOf(after) }}
            />
          ) : (
            <DescriptionList>
              <DescriptionItem label="Before">{shownValue(field, before)}</DescriptionItem>
              <DescriptionItem label="After">{shownValue(field, after)}</DescriptionItem>
            </DescriptionList>
          )}
        </div>
      ))}
    </section>
  )
}

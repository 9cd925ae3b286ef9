import type { Attestation } from '#contract/attestation/attestation.ts'
import type { PullRequest } from '#contract/attestation/types/pull-request.ts'
import { counted } from '#domain/common/counted.ts'
import { clipped, rowLimit, sentenceCase } from '#web/attestation/text.ts'
import { CommitHash } from '#web/domain-ui/fingerprint.tsx'
import { Frame } from '#web/ui/card.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { Tag } from '#web/ui/tag.tsx'
import {
  type Commit,
  approvalsOf,
  branchesOf,
  providers,
  signatureOf,
  subjectOf,
  titleOf,
} from './pull-request.tsx'
import { MoreInRaw, Remark, SentMoment, ViewHeading } from './view-parts.tsx'

/** Pull requests that a commit came in by: who wrote them, who approved them. */
export function PullRequestView(props: {
  attestation: Extract<Attestation, { attestation_type: 'pull_request' }>
}) {
  const { git_provider, pull_requests } = props.attestation
  const pulls = pull_requests ?? []
  const provider = providers[git_provider]
  if (pulls.length === 0) {
    return (
      <div>
        <ViewHeading>{provider}</ViewHeading>
        <Remark>No pull request was found for this commit.</Remark>
      </div>
    )
  }
  return (
    <div>
      <ViewHeading>
        {provider}, {counted(pulls.length, 'pull request')}
      </ViewHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {pulls.slice(0, rowLimit).map((pull, index) => (
          <Pull key={index} pull={pull} />
        ))}
      </div>
      <MoreInRaw hidden={pulls.length - rowLimit} />
    </div>
  )
}

function Pull(props: { pull: PullRequest }) {
  const { pull } = props
  const branches = branchesOf(pull)
  return (
    <Frame className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3 text-table">
      <div className="flex items-start gap-2">
        <h4 className="min-w-0 flex-1 text-body font-medium wrap-anywhere">
          <SafeLink href={pull.url}>{titleOf(pull)}</SafeLink>
        </h4>
        <span className="flex max-w-1/2">
          <Tag>{sentenceCase(pull.state)}</Tag>
        </span>
      </div>
      <DescriptionList>
        <DescriptionItem label="Author">
          {clipped(pull.author, 120) || <Unrecorded />}
        </DescriptionItem>
        <DescriptionItem label="Approvers">
          <Approvers pull={pull} />
        </DescriptionItem>
        {branches && <DescriptionItem label="Branches">{branches}</DescriptionItem>}
        {typeof pull.created_at === 'number' && (
          <DescriptionItem label="Created">
            <SentMoment at={pull.created_at} />
          </DescriptionItem>
        )}
        {typeof pull.merged_at === 'number' && (
          <DescriptionItem label="Merged">
            <SentMoment at={pull.merged_at} />
          </DescriptionItem>
        )}
        <DescriptionItem label="Merge commit">
          {pull.merge_commit ? <CommitHash sha1={pull.merge_commit} /> : <Unrecorded />}
        </DescriptionItem>
      </DescriptionList>
      {pull.commits.length > 0 && (
        <Disclosure label={counted(pull.commits.length, 'commit')}>
          <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-2">
            {pull.commits.slice(0, rowLimit).map((commit, index) => (
              <CommitItem key={index} commit={commit} />
            ))}
          </ul>
          <MoreInRaw hidden={pull.commits.length - rowLimit} />
        </Disclosure>
      )}
      {pull.commits.length === 0 && <p className="text-muted">No commits were recorded.</p>}
    </Frame>
  )
}

function Approvers(props: { pull: PullRequest }) {
  const approvals = approvalsOf(props.pull)
  if (approvals.length === 0) return <strong className="font-medium">nobody approved</strong>
  return (
    <>
      <ul>
        {approvals.slice(0, rowLimit).map(({ name, state, at }, index) => (
          <li key={index}>
            {name || <Unrecorded />}
            <span className="text-muted">
              {state && `, ${state}`}
              {at !== null && (
                <>
                  , <SentMoment at={at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <MoreInRaw hidden={approvals.length - rowLimit} />
    </>
  )
}

function CommitItem(props: { commit: Commit }) {
  const { commit } = props
  return (
    <li className="wrap-anywhere">
      {commit.url ? (
        <SafeLink href={commit.url}>
          <CommitHash sha1={commit.sha1} />
        </SafeLink>
      ) : (
        <CommitHash sha1={commit.sha1} />
      )}{' '}
      {subjectOf(commit)}
      <span className="block text-meta text-muted">
        {clipped(commit.author || commit.author_username || 'author not recorded', 120)},{' '}
        {signatureOf(commit)}
      </span>
    </li>
  )
}

function Unrecorded() {
  return <span className="text-muted">not recorded</span>
}

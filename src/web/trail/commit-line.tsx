import { clsx } from 'clsx'
import type { GitCommitInfo } from '#contract/common/git.ts'
import { authorName } from '#domain/trail/artifact-evidence.ts'
import { CommitHash } from '#web/domain-ui/fingerprint.tsx'
import { SafeLink, safeUrl } from '#web/ui/safe-link.tsx'

/** A commit on one line: short hash, first line of the message, and who wrote it. */
export function CommitLine(props: { commit: GitCommitInfo; withAuthor?: boolean }) {
  const { commit } = props
  const author = props.withAuthor && authorName(commit.author ?? '')
  return (
    <span
      className={clsx(
        'inline-flex max-w-full min-w-0 items-baseline gap-2',
        author && 'max-md:w-full',
      )}
      title={commit.message ?? ''}
    >
      {commit.url && safeUrl(commit.url) ? (
        <SafeLink
          href={commit.url}
          className="shrink-0 text-inherit hover:underline max-md:-my-3 max-md:py-3"
        >
          <CommitHash sha1={commit.sha1} />
        </SafeLink>
      ) : (
        <CommitHash sha1={commit.sha1} />
      )}
      {commit.message && (
        <span className="min-w-0 truncate">{commit.message.split('\n', 1)[0]}</span>
      )}
      {author && <span className="shrink-0 text-muted max-md:ml-auto">{author}</span>}
    </span>
  )
}

import { archivedName, archiveHeader, type ArchivedTwins } from '#contract/common/archived.ts'
import { endpoints, type DeclaredEndpoints } from '#contract/endpoints.ts'
import { environmentArchived, flowArchived } from '#contract/common/problem.ts'
import type { Handlers, OrgContext, DeclaredHandlers } from './request/handler.ts'
import { Problem } from './platform/problem.ts'

interface AnyInput {
  header(name: string): string | undefined
}

type OrgHandler = (context: OrgContext, input: AnyInput) => Promise<unknown>
type Named = readonly [name: string, handle: OrgHandler]

const intoArchive = (context: OrgContext): OrgContext => ({
  ...context,
  org: context.org.seeing('archived'),
  links: context.links.intoArchive(true),
})

/** The handlers that have an archived variant. */
const twinned = (own: DeclaredHandlers): Named[] =>
  Object.entries(own as unknown as Record<string, OrgHandler>).filter(
    ([name]) => archivedName(name) in endpoints,
  )

/** The handlers of archived variants: the same functions, with a view of archived records. */
export function archivedHandlers(
  own: DeclaredHandlers,
): Pick<Handlers, keyof ArchivedTwins<DeclaredEndpoints>> {
  const twins = twinned(own).map(([name, handle]): Named => [
    archivedName(name),
    (context, input) => handle(intoArchive(context), input),
  ])
  return Object.fromEntries(twins) as unknown as ReturnType<typeof archivedHandlers>
}

const isArchived = (error: unknown) =>
  error instanceof Problem && [flowArchived, environmentArchived].includes(error.message)

/**
 * The same handlers, which answer from the archive if the caller wants that and the record is
 * there: a page has one address, whether its flow or environment is archived or not.
 */
export function reachingArchive(own: DeclaredHandlers): DeclaredHandlers {
  const reaching = twinned(own).map(([name, handle]): Named => [
    name,
    async (context, input) => {
      try {
        return await handle(context, input)
      } catch (error) {
        if (!isArchived(error) || !input.header(archiveHeader)) throw error
        return handle(intoArchive(context), input)
      }
    },
  ])
  return { ...own, ...Object.fromEntries(reaching) }
}

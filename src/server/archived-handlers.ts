import { archivedName, type ArchivedTwins } from '#contract/archived.ts'
import { endpoints, type OwnEndpoints } from '#contract/index.ts'
import type { Handlers, OrgContext, OwnHandlers } from './handler.ts'

type OrgHandler = (context: OrgContext, input: never) => Promise<unknown>

const intoArchive = (context: OrgContext): OrgContext => ({
  ...context,
  org: context.org.intoArchive(),
  links: context.links.intoArchive(),
})

/** The handlers of the archive's twins: the same functions, run in sight of what is archived. */
export function archivedHandlers(
  own: OwnHandlers,
): Pick<Handlers, keyof ArchivedTwins<OwnEndpoints>> {
  const twins = Object.entries(own as unknown as Record<string, OrgHandler>)
    .map(([name, handle]) => [archivedName(name), handle] as const)
    .filter(([name]) => name in endpoints)
    .map(([name, handle]): [string, OrgHandler] => [
      name,
      (context, input) => handle(intoArchive(context), input),
    ])
  return Object.fromEntries(twins) as unknown as ReturnType<typeof archivedHandlers>
}

import * as z from 'zod/mini'

/** Whether a read leaves out archived flows and environments, includes them, or returns them alone. */
export const archivedChoices = ['exclude', 'include', 'only'] as const
export type ArchivedChoice = (typeof archivedChoices)[number]

/** Path parameters that name something which can be archived. */
type Archivable = 'flow_name' | 'env_name'

/** A read of one flow or environment, or below one. */
export interface ReadBelowArchivable {
  method: 'GET'
  path: `${string}{${Archivable}}${string}`
}

/** Returns whether an endpoint reads one flow or environment, or below one. */
export const isReadBelowArchivable = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && /\{(flow|env)_name\}/.test(path)

/** Query parameter of a read that can see what is archived, with its default. */
export const archivedParameter = (byDefault: ArchivedChoice) => ({
  archived: z._default(z.enum(archivedChoices), byDefault),
})
export type ArchivedParameter = ReturnType<typeof archivedParameter>

/** Fields of items in lists across flows. */
export const archivedFlowsMark = {
  /** Whether its flow is archived; our addition. */
  flow_archived: z.boolean(),
}

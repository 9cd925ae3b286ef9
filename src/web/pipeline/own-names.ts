import { variable } from '#web/api/curl.ts'

/** Names that a pipeline says itself, where a page does not know them. */
export const ownFlow = variable('FLOW', 'name of the flow')
export const ownTrail = variable('TRAIL', 'name of the trail')
export const ownCommit = variable('GIT_COMMIT', 'commit that was built')

/** What can be said of a control in an environment, in the order that they are drawn in. */
export const outcomeNames = ['passing', 'failing', 'unknown', 'uncovered'] as const
export type Outcome = (typeof outcomeNames)[number]

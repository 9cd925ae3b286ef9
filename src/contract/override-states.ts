/**
 * What an override is; an expiring one ends within a week. A request for one is `requested`,
 * `declined` or, by who asked, `withdrawn`; an approved one is an override. Apart, so that the
 * dashboard's address ships them alone.
 */
export const overrideStates = [
  'active',
  'expiring',
  'expired',
  'withdrawn',
  'restored',
  'requested',
  'declined',
] as const
export type OverrideStanding = (typeof overrideStates)[number]

import type { Session } from '#contract/session/session.ts'

const key = 'cairn.organization'

/** Remembers, in this tab, whose pages were open. */
export const rememberOrganization = (name: string): void => sessionStorage.setItem(key, name)

/** The organization that pages of no organization lead through: the one that was open, else the default. */
export function lastOrganization({ organizations, default_org, user }: Session): string {
  const open = sessionStorage.getItem(key)
  const known = organizations.find(({ name }) => name === open) ?? organizations[0]
  return open === known?.name ? open : (default_org ?? known?.name ?? user.name)
}

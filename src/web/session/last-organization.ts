import type { Session } from '#contract/session/session.ts'
import { readStored, store } from '#web/ui/browser-storage.ts'

const key = 'cairn.organization'

/** The organization whose pages were open last in this tab. */
export const openOrganization = (): string | undefined =>
  readStored(key, 'sessionStorage') ?? undefined

/** Remembers, in this tab, whose pages were open. */
export const rememberOrganization = (name: string): void => store(key, name, 'sessionStorage')

/** The organization that pages of no organization lead through: the one that was open, else the default. */
export function lastOrganization({ organizations, default_org, user }: Session): string {
  const open = openOrganization()
  const known = organizations.find(({ name }) => name === open)
  return known?.name ?? default_org ?? organizations[0]?.name ?? user.name
}

import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as z from 'zod/mini'

/** A record that the person opened, by its name and what its address has. */
const recent = z.object({
  kind: z.enum(['flow', 'trail', 'environment', 'artifact', 'policy', 'control', 'override']),
  id: z.string(),
  name: z.string(),
  /** Flow of a trail or an artifact; `""` without one. */
  flow: z.string(),
})
export type Recent = z.output<typeof recent>

const maxKept = 12

/** Storage key in this browser, of one person in one organization. */
const keyOf = (org: string, user: string) => `cairn.recent.${org}.${user}`

/** The records that the person opened last in the organization, the last one first. */
export function recentsOf(org: string, user: string): Recent[] {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(org, user)) ?? '[]')
    return z.array(recent).safeParse(stored).data ?? []
  } catch {
    return []
  }
}

/** The record that an address is of; null for a page that shows none. */
export function recordAt(params: Readonly<Record<string, string>>, heading: string): Recent | null {
  const { flow = '', trail, fingerprint, env, policy, control, override } = params
  if (trail) return { kind: 'trail', id: trail, name: trail, flow }
  if (fingerprint) return { kind: 'artifact', id: fingerprint, name: heading, flow }
  if (flow) return { kind: 'flow', id: flow, name: flow, flow: '' }
  if (env) return { kind: 'environment', id: env, name: env, flow: '' }
  if (policy) return { kind: 'policy', id: policy, name: policy, flow: '' }
  if (control) return { kind: 'control', id: control, name: control, flow: '' }
  if (override) return { kind: 'override', id: override, name: heading, flow: '' }
  return null
}

/** Whether both are of one record. */
export const isSame = (one: Recent, other: Recent): boolean =>
  one.kind === other.kind && one.id === other.id && one.flow === other.flow

/** A list with a record before all others, each once. */
export const withFirst = (first: Recent, list: readonly Recent[]): Recent[] =>
  [first, ...list.filter((one) => !isSame(one, first))].slice(0, maxKept)

/** Remembers each record that is opened, in this browser. */
export function useRememberRecents(org: string, user: string): void {
  const router = useRouter()
  useEffect(() => {
    const remember = () => {
      const heading = document.querySelector('main h1')?.textContent ?? ''
      const record = recordAt(router.state.matches.at(-1)?.params ?? {}, heading)
      const isShown = router.state.matches.every(({ status }) => status === 'success')
      if (record === null || heading === '' || !isShown) return
      const list = withFirst(record, recentsOf(org, user))
      localStorage.setItem(keyOf(org, user), JSON.stringify(list))
    }
    remember()
    return router.subscribe('onRendered', remember)
  }, [router, org, user])
}

import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { storedList } from '#web/record/stored-list.ts'

/** A record that the person opened, by its name and what its address has. */
const recent = z.object({
  kind: z.enum(['flow', 'trail', 'environment', 'artifact', 'policy', 'control', 'override']),
  id: z.string(),
  name: z.string(),
  /** Flow of a trail or an artifact; `""` without one. */
  flow: z.string(),
})
export type Recent = z.output<typeof recent>

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

const recents = storedList('recent', recent, { max: 12, isSame })

/** The records that the person opened last in the organization, the last one first. */
export const recentsOf = recents.read

/** Remembers each record that is opened, in this browser. */
export function useRememberRecents(org: string, user: string): void {
  const router = useRouter()
  useEffect(() => {
    const remember = () => {
      const heading = document.querySelector('main h1')?.textContent ?? ''
      const record = recordAt(router.state.matches.at(-1)?.params ?? {}, heading)
      const isShown = router.state.matches.every(({ status }) => status === 'success')
      if (record === null || heading === '' || !isShown) return
      recents.store(org, user, record)
    }
    remember()
    return router.subscribe('onRendered', remember)
  }, [router, org, user])
}

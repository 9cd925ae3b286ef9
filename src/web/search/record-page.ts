import type { Recent } from './recents.ts'
import type { Target } from './rows.tsx'

/** Kinds of records that have pages, in words. */
export const recordLabels: Record<Recent['kind'], string> = {
  flow: 'Flow',
  trail: 'Trail',
  environment: 'Environment',
  artifact: 'Artifact',
  policy: 'Policy',
  control: 'Control',
  override: 'Override',
}

/** The page of a record; a trail, and an artifact that was reported, are pages of their flow. */
export function pageOf(
  org: string,
  { kind, id, flow = '' }: Pick<Recent, 'kind' | 'id'> & { flow?: string },
): Target {
  const pages: Record<Recent['kind'], [to: string, params: object]> = {
    flow: ['/$org/flows/$flow', { flow: id }],
    trail: ['/$org/flows/$flow/trails/$trail', { flow, trail: id }],
    environment: ['/$org/environments/$env', { env: id }],
    artifact:
      flow === ''
        ? ['/$org/artifacts/$fingerprint', { fingerprint: id }]
        : ['/$org/flows/$flow/artifacts/$fingerprint', { flow, fingerprint: id }],
    policy: ['/$org/policies/$policy', { policy: id }],
    control: ['/$org/controls/$control/{-$tab}', { control: id }],
    override: ['/$org/overrides/$override', { override: id }],
  }
  const [to, params] = pages[kind]
  return { to, params: { org, ...params } } as Target
}

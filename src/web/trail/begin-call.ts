import { curl } from '../api/curl.ts'

/** The call that begins a trail in a flow. */
export function beginTrailCall(org: string, flow: string): string {
  return curl('beginTrail', {
    params: { org, flow_name: flow },
    body: { name: 'build-1' },
  })
}

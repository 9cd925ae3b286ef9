import type { Flow } from '#contract/flow.ts'
import { flowItem, type FlowRow } from '../flow/item.ts'
import { findTemplate } from '../template/queries.ts'
import type { Place } from './path.ts'

/** A flow as GET answers it, with its template: what its entity tag stands for. */
export async function flowRecord(
  { org, orgName }: Place,
  flow: Omit<FlowRow, 'content' | 'names'> & { template_id: string },
): Promise<Flow> {
  const { content, names } = await findTemplate(org, flow.template_id)
  return flowItem(orgName, { ...flow, content, names })
}

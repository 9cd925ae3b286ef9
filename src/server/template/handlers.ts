import { flowOfPath } from '../change/path.ts'
import type { Handlers } from '../handler.ts'
import { pagination } from '../page.ts'
import { countVersions, listVersions } from './queries.ts'

export const templateHandlers = {
  async listTemplateVersions(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const wanted = [context.org, flow.id, query.version ?? []] as const
    const [data, total] = await Promise.all([
      listVersions(...wanted, query),
      countVersions(...wanted),
    ])
    return { data, pagination: pagination(total, query) }
  },
} satisfies Partial<Handlers>

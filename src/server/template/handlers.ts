import { parseTemplate } from '#domain/template/parse-template.ts'
import { flowOfPath } from '#server/flow/load-flow.ts'
import type { Handlers } from '#server/request/handler.ts'
import { pagination } from '#server/request/pagination.ts'
import { previewTemplate } from './parse-template.ts'
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

  async previewTemplate(context, { params, body }) {
    const flow = await flowOfPath(context, params.flow_name)
    const read = parseTemplate(body.template)
    if ('problems' in read) return { problems: read.problems, trails: [] }
    return { problems: [], trails: await previewTemplate(context.org, flow.id, read.template) }
  },
} satisfies Partial<Handlers>

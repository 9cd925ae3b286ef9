import { verdictOfRules } from '#domain/attestation/attestation-verdict.ts'
import { notFound } from '#server/platform/problem.ts'
import { Answer, type Handlers } from '#server/request/handler.ts'
import { tagged } from '#server/request/entity-tag.ts'
import { evaluate } from '#server/sandbox/evaluate.ts'
import { readDefinition } from '#server/sandbox/read-definition.ts'
import { answerOk, inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { requireCustomType, customTypeItem } from './load-custom-type.ts'
import { archiveCustomType, putCustomType, readCustomType } from './put-custom-type.ts'
import {
  findCustomType,
  listCustomTypeRows,
  listCustomTypeSummaryRows,
  listVersionsOf,
} from './queries.ts'

export const customTypeHandlers = {
  async createCustomType(context, { body, file }) {
    const change = await readCustomType(context, body, file)
    await inUnitOfWork(context, (w) => putCustomType(w, change))
    return new Answer(201, 'OK')
  },

  async listCustomTypes({ org, orgName }) {
    const rows = await listCustomTypeRows(org)
    const versions = await listVersionsOf(
      org,
      rows.map(({ name }) => name),
    )
    return rows.map((row) =>
      customTypeItem(
        orgName,
        row,
        versions.filter((version) => version.name === row.name),
      ),
    )
  },

  async getCustomType(context, { params, query }) {
    const { org, orgName } = context
    const { type_name: name } = params
    const row = await findCustomType(org, name)
    requireCustomType(context, name, row)
    const item = customTypeItem(orgName, row, await listVersionsOf(org, [name]))
    const { version } = query
    if (version == null) return tagged(item)
    const versions = item.versions.filter((one) => one.version === version)
    if (versions.length === 0) {
      throw notFound(`version ${version} does not exist for custom attestation type '${name}'`)
    }
    const { created_by: _by, created_at: _at, last_modified_at: _modified, ...rest } = item
    return { ...rest, versions }
  },

  archiveCustomType: (context, { params }) =>
    answerOk(context, (w) => archiveCustomType(w, params.type_name)),

  async listCustomTypeSummaries({ org }) {
    const rows = await listCustomTypeSummaryRows(org)
    return rows.map(({ archived_at, ...row }) => ({ ...row, archived: archived_at !== null }))
  },

  async tryCustomType({ org, sandbox, actor }, { body, raw }) {
    const schema = body.type_schema?.trim() ? body.type_schema : null
    const definition = { schema, rules: body.rules ?? [], summary: body.summary ?? [] }
    const owner = { organization: org.orgId, type: `tried by ${actor.name}` }
    const { draft, problems } = await readDefinition(sandbox, owner, definition)
    if (problems.length > 0 || body.data === undefined) {
      const fields = problems.map(({ path, reason }) => ({ field: path.join('.'), reason }))
      return { problems: fields, outcome: null }
    }
    const sample = { json: raw, member: 'data' }
    const outcome = await evaluate(sandbox, owner, { ...definition, draft }, sample)
    const { violations, rule_results } = outcome
    return {
      problems: [],
      outcome: {
        ...outcome,
        violations: violations.map(({ path, reason }) => ({ path: path.join('.'), reason })),
        is_compliant: violations.length === 0 && verdictOfRules(rule_results),
      },
    }
  },
} satisfies Partial<Handlers>

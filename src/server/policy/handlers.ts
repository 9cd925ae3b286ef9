import { policyOfPath, policyRecords } from '../change/policy-record.ts'
import { putPolicy, putPolicyAway } from '../change/put-policy.ts'
import { write } from '../change/write.ts'
import { tagged } from '../entity-tag.ts'
import { Answer, type Handlers } from '../handler.ts'
import { refusedField } from '../problem.ts'
import { editedOf } from './item.ts'
import { listPolicyRows } from './queries.ts'
import { readPolicy } from './read-policy.ts'

export const policyHandlers = {
  async putPolicy(context, { body, file }) {
    if (!file) throw refusedField('policy_file', 'Field required')
    const document = readPolicy(file.text)
    const change = {
      name: body.name,
      description: body.description ?? null,
      comment: body.comment ?? '',
      content: file.text,
      document,
    }
    const outcome = await write(context, (w) => putPolicy(w, change))
    return new Answer(outcome === 'created' ? 201 : 200, 'OK')
  },

  async listPolicies(context) {
    return policyRecords(context, await listPolicyRows(context.org))
  },

  async getPolicy(context, { params }) {
    const row = await policyOfPath(context, params.policy_name)
    const [policy] = await policyRecords(context, [row])
    return tagged(policy!, editedOf)
  },

  async archivePolicy(context, { params }) {
    await write(context, (w) => putPolicyAway(w, params.policy_name))
    return 'OK'
  },
} satisfies Partial<Handlers>

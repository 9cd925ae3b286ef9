import * as z from 'zod/mini'
import { type Control, type ControlVersion, updateControl } from '#contract/control/control.ts'
import { environmentTypes } from '#contract/environment/environment-type.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import type { Versioned } from '#web/api/endpoint-query.ts'
import { editedSelector, selectorBody } from '#web/record/selector.ts'
import { saveTagged, tagChanges, taggedCalls, tagRows, tagRowsOf } from '#web/record/tags.ts'
import { selectedLabel } from './scope-labels.ts'

const name = z.string().check(z.minLength(1), z.maxLength(255))
/** Address as the service takes it; checked here in few words, for the first chunk's sake. */
const url = z.string().check(
  z.refine((text) => /^https?:/.test(text) && URL.canParse(text), {
    error: 'An address must begin with https:// or http://',
  }),
)

/** Links as rows of a form: no label twice. */
const linkRows = z.array(z.object({ label: name, url })).check(({ value: links, issues }) => {
  const labels = links.map(({ label }) => label)
  for (const [index, label] of labels.entries()) {
    if (labels.indexOf(label) === index) continue
    const message = 'A link above has the same label'
    issues.push({ code: 'custom', input: label, path: [index, 'label'], message })
  }
})

const selector = z.object({
  tags: z.array(z.string()),
  types: z.array(z.enum(environmentTypes)),
  name_pattern: z.string().check(z.maxLength(255)),
})

/** Values of the form of a control. */
export const controlEdit = z.object({
  name,
  description: z.string(),
  owner: z.string().check(z.maxLength(255)),
  links: linkRows,
  tags: tagRows,
  environments: selector,
  flows: selector,
})
export type ControlEdit = z.output<typeof controlEdit>

const linksOf = (links: Record<string, string>) =>
  Object.entries(links).map(([label, url]) => ({ label, url }))

/** A control as its form begins. */
export const editOf = (control: Control): ControlEdit => {
  const { name, description = '', owner = '', links, tags, scope } = control
  return {
    name,
    description,
    owner,
    links: linksOf(links),
    tags: tagRowsOf(tags),
    environments: editedSelector(scope?.environments),
    flows: editedSelector(scope?.flows),
  }
}

/** A scope as it is sent: without criteria it is everything. */
function scopeBody({ environments, flows }: Pick<ControlEdit, 'environments' | 'flows'>) {
  const [ofEnvironments, ofFlows] = [selectorBody(environments), selectorBody(flows)]
  return {
    ...(ofEnvironments && { environments: ofEnvironments }),
    ...(ofFlows && { flows: ofFlows }),
  }
}

/** The calls that an edit comes to; nothing for what stays as it is. */
function callsOf(control: Control, edit: ControlEdit) {
  const settingsOf = ({ name, description, owner, links, ...scope }: ControlEdit) => ({
    name,
    description,
    owner,
    links: Object.fromEntries(links.map(({ label, url }) => [label, url])),
    scope: scopeBody(scope),
  })
  const { tags } = edit
  const put = settingsOf(edit)
  const isSame = JSON.stringify(put) === JSON.stringify(settingsOf(editOf(control)))
  return {
    put: isSame ? null : put,
    tags: tagChanges(control.tags, tags),
  }
}

const tagged = (org: string, resource_id: string) => ({
  org,
  resource_type: 'control',
  resource_id,
})

/** Saves an edit of the control as it was read; refused with 412 when it changed since. */
export function saveControl(
  org: string,
  { record, etag }: Versioned<Control>,
  edit: ControlEdit,
): Promise<void> {
  const { identifier } = record
  const { put, tags } = callsOf(record, edit)
  const params = { org, identifier }
  const save = put && ((ifMatch: string) => call(updateControl, { params, body: put, ifMatch }))
  return saveTagged(tagged(org, identifier), etag, save, tags)
}

/** The calls that save an edit; before there is one, the call that would. */
export function saveCall(org: string, control: Control, edit: ControlEdit): string {
  const { identifier, name } = control
  const { put, tags } = callsOf(control, edit)
  const params = { org, identifier }
  const save = put || !tags ? curl(updateControl, { params, body: put ?? { name } }) : null
  return taggedCalls(tagged(org, identifier), save, tags)
}

/** Links in words, a line each. */
export const linksText = (links: ControlEdit['links']): string =>
  links.map(({ label, url }) => `${label}: ${url}`).join('\n')

/** A version as a text, to be compared line by line. */
export function textOf(version: ControlVersion): string {
  const { event, name, description, links, owner, scope } = version
  const isArchived = event === 'archived'
  return [
    `State: ${isArchived ? 'archived' : 'in use'}`,
    `Name: ${name}`,
    `Description: ${description || 'none'}`,
    `Owner: ${owner ?? 'nobody'}`,
    `Environments: ${selectedLabel('environment', scope?.environments)}`,
    `Artifacts: ${selectedLabel('flow', scope?.flows)}`,
    ...linksOf(links).map(({ label, url }) => `Link ${label}: ${url}`),
    '',
  ].join('\n')
}

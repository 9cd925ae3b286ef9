/** A step that waits for everything before it, and that everything after it waits for. */
export const barrier = (of: string, step: Step): StepSequence => ({
  of,
  isAlone: true,
  steps: [step],
})

/** One call of the demo's pipelines: request, sender and time. */
export interface Step {
  /** Unix seconds. */
  at: number
  /** Owner of its key: one of `reporters` in `company.ts`. */
  by: string
  method: 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  /** Relative to `/api/v2`, with the placeholder `{org}`. */
  path: string
  /** Null sends no body. */
  json: Record<string, unknown> | null
  /** Sent as multipart, with or without a file. */
  isForm?: boolean
  /** The part with the JSON; `data_json`, except for policies. */
  jsonPart?: string
  file?: { part: string; name: string; text: string }
  /** Replaces `{found}`: a field of the first record of a list that has these values. */
  found?: { path: string; where: Record<string, string>; field: string }
}

/** Steps that follow each other, oldest first: those of one trail, or one change of a flow. */
export interface StepSequence {
  /**
   * Subject of the steps: a flow and perhaps a trail. Sequences of the same one follow each other.
   */
  of: string
  /** Waits for everything before it, and everything after it waits for it. */
  isAlone?: boolean
  steps: Step[]
}

const boundary = 'cairn-demo-boundary'

/** The body of a step as sent, with its content type. */
export function bodyOf({
  json,
  isForm,
  jsonPart = 'data_json',
  file,
}: Step): { type: string; content: string } | null {
  if (json === null) return null
  const text = JSON.stringify(json)
  if (!isForm) return { type: 'application/json', content: text }
  const parts = [`Content-Disposition: form-data; name="${jsonPart}"\r\n\r\n${text}\r\n`]
  if (file) {
    parts.push(
      `Content-Disposition: form-data; name="${file.part}"; filename="${file.name}"\r\n` +
        `Content-Type: application/octet-stream\r\n\r\n${file.text}\r\n`,
    )
  }
  const content = parts.map((part) => `--${boundary}\r\n${part}`).join('')
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: `${content}--${boundary}--\r\n`,
  }
}

import type { ServerResponse } from 'node:http'

interface Block {
  type: string
  text?: { type: string; text: string }
  fields?: { text: string }[]
  elements?: { type: string; text: string | { text: string }; url?: string }[]
}

const lengthOf = (text: unknown) =>
  typeof text === 'string'
    ? text.length
    : String((text as { text?: string } | undefined)?.text ?? '').length

const max: Record<string, number> = { header: 150, section: 3000 }

/** Slack's error for a message, null without one, by the limits in its reference of blocks. */
function slackRefusal(body: string): string | null {
  const { text, blocks } = JSON.parse(body) as { text?: string; blocks?: Block[] }
  if (!text || text.length > 40_000) return 'no_text'
  if (!blocks || blocks.length === 0 || blocks.length > 50) return 'invalid_blocks: number'
  for (const { type, text: content, fields = [], elements = [] } of blocks) {
    if (!['header', 'section', 'actions', 'context'].includes(type))
      return `invalid_blocks: ${type}`
    if (type === 'header' && content?.type !== 'plain_text') return 'invalid_blocks: header'
    if (type === 'section' && !content && fields.length === 0) return 'invalid_blocks: empty'
    if (content && (content.text === '' || content.text.length > (max[type] ?? 0))) {
      return `invalid_blocks: ${type} text`
    }
    if (fields.length > 10 || fields.some((one) => lengthOf(one) > 2000)) {
      return 'invalid_blocks: fields'
    }
    if (elements.length > 10) return 'invalid_blocks: elements'
    for (const element of elements) {
      if (element.type === 'button' && lengthOf(element.text) > 75) return 'invalid_blocks: button'
      if ((element.url ?? '').length > 3000) return 'invalid_blocks: url'
    }
    if (/<!|<@|<#/.test(JSON.stringify([type === 'header' ? null : content, fields])))
      return 'mentions somebody'
  }
  return null
}

/** Answers as Slack does. */
export function fakeSlack(response: ServerResponse, body: string): void {
  const refusal = slackRefusal(body)
  if (refusal === null) response.end('ok')
  else response.writeHead(400).end(refusal)
}

/** A line of a Slack message: a heading, text, or a remark below. */
export interface SlackLine {
  kind: 'heading' | 'text' | 'remark'
  text: string
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Markup of Slack as plain text: `<url|words>` reads as its words. */
const plain = (text: string) =>
  text
    .replace(/<[^<|>]*\|([^<>]*)>/g, '$1')
    .replace(/<(https?:[^<>]*)>/g, '$1')
    .replace(/(^|\s)[*_`]([^*_`\n]+)[*_`](?=\s|[.,:;]|$)/g, '$1$2')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const textOf = (value: unknown): string[] =>
  isFields(value) && typeof value['text'] === 'string' ? [plain(value['text'])] : []

/** What people read of the blocks of a Slack message; null where it is none. */
export function slackLines(body: string): SlackLine[] | null {
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch {
    return null
  }
  if (!isFields(message) || !Array.isArray(message['blocks'])) return null
  return message['blocks'].filter(isFields).flatMap((block): SlackLine[] => {
    const listed = (name: string) => (Array.isArray(block[name]) ? (block[name] as unknown[]) : [])
    switch (block['type']) {
      case 'header':
        return textOf(block['text']).map((text) => ({ kind: 'heading', text }))
      case 'section': {
        const texts = [...textOf(block['text']), ...listed('fields').flatMap(textOf)]
        return texts.map((text) => ({ kind: 'text', text }))
      }
      case 'context':
      case 'actions': {
        const texts = listed('elements').flatMap((one) =>
          isFields(one) && isFields(one['text']) ? textOf(one['text']) : textOf(one),
        )
        return texts.length > 0 ? [{ kind: 'remark', text: texts.join(' · ') }] : []
      }
      default:
        return []
    }
  })
}

/** JSON set out to be read; other text as it is. */
export function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

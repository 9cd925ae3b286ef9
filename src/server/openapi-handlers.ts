import { openapi } from '#contract/openapi.ts'
import type { Handlers } from './handler.ts'

let document: Record<string, unknown> | null = null

export const openapiHandlers = {
  async getOpenapi() {
    document ??= openapi()
    return document
  },
} satisfies Partial<Handlers>

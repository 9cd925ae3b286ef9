/** An answer that says more than its body: another success code, or headers. */
export class Answer<T> {
  readonly status: 200 | 201
  readonly body: T
  readonly headers: Record<string, string>

  constructor(status: 200 | 201, body: T, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** A file as an answer: stored, or made while it is sent. */
export interface FileAnswer {
  content: NodeJS.ReadableStream
  name: string
  /** In bytes; null while nobody knows. */
  size: number | null
  /** Media type; stored files have none that we vouch for. */
  type?: string
  headers?: Record<string, string>
}

/** One server-sent event. */
export interface ServerEvent {
  id: number
  data: unknown
}

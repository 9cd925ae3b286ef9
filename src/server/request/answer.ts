/** An answer with more than a body: another success code, or headers. */
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

/** A file as an answer: stored, or generated while it is sent. */
export interface FileAnswer {
  content: NodeJS.ReadableStream
  name: string
  /** In bytes; null if unknown. */
  size: number | null
  /** Media type; absent for stored files, whose type is not verified. */
  type?: string
  headers?: Record<string, string>
}

/** One server-sent event. */
export interface ServerEvent {
  id: number
  data: unknown
}

import { createServer } from 'node:http'

/** Message to the process of the server: the port, and what it answers to every request. */
export interface ReadySettings {
  port: number
  status: number
  headers: Record<string, string>
  /** In Base64. */
  body: string
}

/** Sends ready bytes, whatever is asked. */
function serve({ port, status, headers, body }: ReadySettings): void {
  const bytes = Buffer.from(body, 'base64')
  createServer((_request, response) => response.writeHead(status, headers).end(bytes)).listen(
    port,
    '127.0.0.1',
    () => process.send?.('ready'),
  )
}

process.once('message', (settings: ReadySettings) => serve(settings))

import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorError } from '#server/platform/failure.ts'

type Limits = Partial<Pick<Server, 'keepAliveTimeout' | 'requestTimeout'>>

/** The service's port, taken before anything else is done. */
export interface ReservedPort {
  /** The number of the port, also where any free one was asked for. */
  number: number
  /** Sets the listener that serves requests once the port is open, and its limits. */
  serve(listener: RequestListener, limits: Limits): Server
  /** Lets requests through; until then they are answered 503. */
  open(): void
  /** Accepts no more connections, and waits until the present ones end. */
  close(): Promise<void>
}

/**
 * Listens at once, so that nothing is made for a port that belongs to another program.
 * @param prefix - what the variables of this port and its host begin with
 * @throws OperatorError if the port cannot be had
 */
export async function reservePort(
  { port, host }: { port: number; host: string },
  prefix = '',
): Promise<ReservedPort> {
  let service: RequestListener = answerStarting
  let isOpen = false
  const server = createServer((request, response) =>
    (isOpen ? service : answerStarting)(request, response),
  )
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    const sentence = refusal({ port, host, prefix }, error as NodeJS.ErrnoException)
    throw new OperatorError(sentence, { cause: error })
  }
  return {
    number: (server.address() as AddressInfo).port,
    serve: (listener, { keepAliveTimeout, requestTimeout }) => {
      service = listener
      if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout
      if (requestTimeout !== undefined) server.requestTimeout = requestTimeout
      return server
    },
    open: () => {
      isOpen = true
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Answers 503 as with an unavailable database, so that clients retry. */
const answerStarting: RequestListener = ({ url }, response) => {
  const isAlive = url === '/live'
  const type = isAlive ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(isAlive ? 200 : 503, { 'content-type': type, 'retry-after': '1' })
  response.end(isAlive ? 'OK' : '{"message":"Cairn is starting"}')
}

function refusal(
  { port, host, prefix }: { port: number; host: string; prefix: string },
  { code = '', message }: NodeJS.ErrnoException,
) {
  const another = `set ${prefix}PORT to another one.`
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is used by another program: stop it, or ${another}`
  if (code === 'EACCES') return `This user may not listen on port ${port}: ${another}`
  if (['ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN'].includes(code))
    return `${prefix}HOST must be an address of this machine, not "${host}".`
  return `Cairn cannot listen on port ${port} of ${host}: ${message}.`
}

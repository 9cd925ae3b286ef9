import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as received. */
interface ReceivedMail {
  to: string[]
  text: string
}

/** A mail server on loopback with its received mail; `state.refuse` makes it refuse, all or for one address. */
export async function startMailServer() {
  const mails: ReceivedMail[] = []
  const state = { refuse: false, refusedAddress: '' }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const isRefused = address === state.refusedAddress
      done(isRefused ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      let text = ''
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      stream.on('end', () => {
        if (state.refuse) return done(new Error('Mailbox full'))
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        done(null)
      })
    },
  })
  // A client that leaves in the middle of a mail is an error of the whole server.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    state,
    url: `smtp://127.0.0.1:${port}`,
    close: () => server.close(() => undefined),
  }
}

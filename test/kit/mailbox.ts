import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string[]
  /** The message's header and body, decoded. */
  text: string
  /** The message as it was received. */
  raw: string
}

/** A real SMTP server on this machine, with sign-in, that stores the messages it receives. */
export interface Mailbox {
  url: string
  received: ReceivedMail[]
  /** Answers the following messages with an error, until it is called with null. */
  refuse(error: string | null): void
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const received: ReceivedMail[] = []
  let refusal: string | null = null
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'shop' && password === 'p@ss/word'
        ? done(null, { user: username })
        : done(new Error('no such user')),
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', piece => pieces.push(piece))
      stream.on('end', () => {
        if (refusal) return done(new Error(refusal))
        const raw = Buffer.concat(pieces)
        const to = session.envelope.rcptTo.map(one => one.address)
        received.push({ to, text: decode(raw), raw: raw.toString('latin1') })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://shop:${encodeURIComponent('p@ss/word')}@127.0.0.1:${port}`,
    received,
    refuse(error) {
      refusal = error
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

// Quoted-printable (RFC 2045, section 6.7), which nodemailer chooses for our texts.
function decode(bytes: Buffer): string {
  const joined = bytes.toString('latin1').replace(/=\r\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}

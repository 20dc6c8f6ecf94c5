import type { Transporter } from 'nodemailer'
import { isLocalHost } from '../../lib/this-machine.ts'

/** The SMTP server for outgoing e-mail. */
export interface MailSettings {
  /** Its address: `smtp://user:password@host:587` (with STARTTLS) or `smtps://user:password@host:465`. */
  url: string
  /** The sender, `shop@example.id` or `Warung <shop@example.id>`. */
  from: string
}

export interface Mail {
  /** One address, as accepted by `readEmail`. */
  to: string
  subject: string
  text: string
  /**
   * The message id, random by default. The same one for each attempt lets a mailbox recognise a message that was sent
   * twice.
   */
  messageId?: string
  /** The address at which the receiver unsubscribes with one press (RFC 8058). */
  unsubscribeUrl?: string
}

export interface Mailer {
  /** Sends a message; resolves once the server has accepted it. Throws the error of the server or the network. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Creates the sender of e-mail by SMTP; null if the installation has no mail server. */
export function createMailer(settings: MailSettings | undefined): Mailer | null {
  if (!settings) return null
  let opening: Promise<Transporter> | undefined
  const open = () => (opening ??= connectMailer(settings))
  return {
    async send({ to, unsubscribeUrl, ...message }) {
      const transport = await open()
      const headers = unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
      // An object, so that no character of the address is parsed as a list of addresses.
      await transport.sendMail({
        from: settings.from,
        to: { name: '', address: to },
        ...message,
        ...(headers && { headers }),
      })
    },
    close: () => void opening?.then(transport => transport.close()),
  }
}

const timeoutMs = 15_000

// Loaded with the first message, to keep the start of the process fast.
async function connectMailer({ url }: MailSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(url)
  return createTransport({
    host: hostname,
    port: port === '' ? (protocol === 'smtps:' ? 465 : 587) : Number(port),
    secure: protocol === 'smtps:',
    // Without it, an attacker on the network could strip STARTTLS and read the password and the codes.
    requireTLS: protocol === 'smtp:' && username !== '' && !isLocalHost(hostname),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

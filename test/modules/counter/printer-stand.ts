import net, { type AddressInfo } from 'node:net'

/** The state of a printer: `silent` does not answer questions, `cut` hangs up in the middle of a ticket. */
export type PrinterMood = 'ready' | 'silent' | 'without paper' | 'cut'

/** A network printer of 58 mm as the shop sees it: a socket that accepts ESC/POS. */
export interface Printer {
  address: string
  mood: PrinterMood
  /** The bytes of each ticket, without the questions about paper. */
  tickets: Buffer[]
  /** Returns the texts of each ticket, line by line, without commands. */
  papers(): string[][]
  /** Switches it off; `on` switches it on again at the same address. */
  off(): Promise<void>
  on(): Promise<void>
}

// "DLE EOT n" and its answer for the roll paper sensor (n = 4), from Epson's "ESC/POS Command Reference". Bits 1 and 4
// are always set, bits 5 and 6 mean that the paper has run out.
const question = Buffer.from([0x10, 0x04, 0x04])
const [withPaper, withoutPaper] = [0x12, 0x72]

export async function openPrinter(): Promise<Printer> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer({ allowHalfOpen: true }, socket => {
    sockets.add(socket)
    let ticket = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('close', () => void sockets.delete(socket))
    socket.on('data', data => {
      ticket = Buffer.concat([ticket, data])
      if (!ticket.subarray(0, question.length).equals(question)) return
      ticket = ticket.subarray(question.length)
      if (printer.mood !== 'silent')
        socket.write(Buffer.from([printer.mood === 'without paper' ? withoutPaper : withPaper]))
    })
    socket.on('data', () => {
      if (printer.mood === 'cut' && ticket.length > 0) socket.resetAndDestroy()
    })
    socket.on('end', () => {
      if (ticket.length > 0) printer.tickets.push(ticket)
      socket.end()
    })
  })
  const listen = (port: number) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const printer: Printer = {
    address: `127.0.0.1:${port}`,
    mood: 'ready',
    tickets: [],
    papers: () => printer.tickets.map(textOf),
    off() {
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
    on: () => listen(port),
  }
  return printer
}

// The lengths of the commands that the shop sends, by their first two bytes.
const lengths: Record<string, number> = { '1b40': 2, '1b74': 3, '1b61': 3, '1b45': 3, '1b64': 3, '1d21': 3, '1d56': 4 }

function textOf(bytes: Buffer): string[] {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const length = lengths[bytes.subarray(at, at + 2).toString('hex')]
    if (length === undefined) text += String.fromCharCode(bytes[at]!)
    at += length ?? 1
  }
  return text.split('\n').filter(line => line !== '')
}

import net from 'node:net'

/** `again`: it could not be printed; `isClean` if nothing of it can be on paper. */
export type PrinterOutcome = { is: 'printed' } | { is: 'again'; error: string; isClean: boolean }

const connectMs = 4_000
const statusMs = 1_000
const writeMs = 10_000
/** By then a printer that keeps the connection open has read everything. */
const lingerMs = 2_000

// `DLE EOT 4` asks a printer about its paper while it prints. Both bits are set without paper (Epson's "ESC/POS Command
// Reference").
const askPaper = Buffer.from([0x10, 0x04, 0x04])
const paperEnd = 0x60

/**
 * Sends raw bytes to a printer, as on port 9100. First asks whether it has paper; printers that do not answer are
 * assumed to have some.
 */
export async function sendToPrinter({ hostname, port }: URL, bytes: Buffer): Promise<PrinterOutcome> {
  const socket = net.connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) })
  const failure = new Promise<Error>(resolve => socket.on('error', resolve))
  // An unread answer would hide the end of the connection.
  const status = new Promise<number>(resolve => socket.on('data', data => resolve(data[0]!)))
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  try {
    const connected = new Promise<'connected'>(resolve => socket.once('connect', () => resolve('connected')))
    const start = await waitAtMost(connectMs, Promise.race([connected, failure]))
    if (start !== 'connected') return notPrinted(start, true)
    socket.write(askPaper)
    const paper = await waitAtMost(statusMs, Promise.race([status, failure, closed.then(() => new Error('hung up'))]))
    if (paper instanceof Error) return notPrinted(paper, true)
    if (paper !== null && (paper & paperEnd) === paperEnd) return notPrinted(new Error('out of paper'), true)
    const flushed = new Promise<'flushed'>(resolve => socket.end(bytes, () => resolve('flushed')))
    const end = await waitAtMost(writeMs, Promise.race([flushed, failure]))
    if (end !== 'flushed') return notPrinted(end, false)
    const last = await waitAtMost(lingerMs, Promise.race([closed, failure]))
    return last instanceof Error ? notPrinted(last, false) : { is: 'printed' }
  } finally {
    socket.destroy()
  }
}

function notPrinted(error: Error | null, isClean: boolean): PrinterOutcome {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return { is: 'again', error: error === null ? 'timeout' : (code ?? error.message), isClean }
}

/** Returns the result, or null if it takes longer. */
async function waitAtMost<Result>(ms: number, work: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

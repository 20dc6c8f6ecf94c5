import net, { type AddressInfo } from 'node:net'

export interface DatabaseDoor extends AsyncDisposable {
  port: number
  /** Closes every connection and accepts none. */
  shut(): void
  open(): Promise<void>
}

/**
 * Opens PostgreSQL's unix socket at a port that can be shut, so that a stopped server is unreachable for as long as the
 * drill wants.
 */
export async function openDatabaseDoor(socketPath: string): Promise<DatabaseDoor> {
  const sockets = new Set<net.Socket>()
  const listen = (port: number) => {
    const server = net.createServer(socket => {
      const further = net.connect(socketPath)
      for (const end of [socket, further]) {
        sockets.add(end)
        end.on('error', () => {}).on('close', () => sockets.delete(end))
      }
      socket.on('close', () => further.destroy())
      further.on('close', () => socket.destroy())
      socket.pipe(further).pipe(socket)
    })
    return new Promise<net.Server>(resolve => {
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  const shut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    shut,
    async open() {
      server = await listen(port)
    },
    async [Symbol.asyncDispose]() {
      shut()
    },
  }
}

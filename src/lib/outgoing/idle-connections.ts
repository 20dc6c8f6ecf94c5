import type { Client } from 'undici'
import type { LenientHead } from './lenient-head.ts'

/** A connection to one origin, for one request at a time. */
export interface OriginConnection {
  client: Client
  /** The address of the peer; null until it is connected. */
  peer: { address: string; port: number } | null
  /** Rejects a peer before anything is sent to it. */
  refusesPeer: ((address: string, port: number) => boolean) | undefined
  /** The filter between the connection and its parser. */
  head: LenientHead
}

const keptMs = 1_000
// A host may serve many accounts, and all concurrent requests may go to it.
const perOriginMax = 200
const linesMax = 500

/**
 * Keeps idle connections for one second. That is long enough for a burst of callbacks to one receiver, and short enough
 * that few receivers have closed their side: the shortest idle timeout observed is two seconds.
 */
export class IdleConnections {
  private readonly free = new Map<string, { line: OriginConnection; over: NodeJS.Timeout }[]>()
  private count = 0

  take(origin: string): OriginConnection | null {
    const connection = this.free.get(origin)?.pop()
    if (!connection) return null
    clearTimeout(connection.over)
    this.forget(origin)
    return connection.line
  }

  /** Keeps a connection for the next request, or closes it if enough are kept. */
  give(origin: string, line: OriginConnection): void {
    const connections = this.free.get(origin) ?? []
    if (this.count >= linesMax || connections.length >= perOriginMax) {
      void line.client.destroy()
      return
    }
    const over = setTimeout(() => this.end(origin, line), keptMs)
    connections.push({ line, over: over.unref() })
    this.free.set(origin, connections)
    this.count++
  }

  async close(): Promise<void> {
    const connections = [...this.free.values()].flat()
    this.free.clear()
    this.count = 0
    await Promise.all(
      connections.map(({ line, over }) => {
        clearTimeout(over)
        return line.client.destroy()
      }),
    )
  }

  private end(origin: string, line: OriginConnection): void {
    const connections = this.free.get(origin)
    const place = connections?.findIndex(each => each.line === line) ?? -1
    if (place === -1) return
    connections!.splice(place, 1)
    this.forget(origin)
    void line.client.destroy()
  }

  private forget(origin: string): void {
    this.count--
    if (this.free.get(origin)?.length === 0) this.free.delete(origin)
  }
}

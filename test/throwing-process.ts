import { subscribe } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Busboy, type BusboyInstance } from '@fastify/busboy'

/*
 * Loaded before the shop (`node --import`). A request whose header X-Throw names a place makes the shop throw there
 * once, as if by a bug.
 */
interface Asked {
  request: IncomingMessage
  response: ServerResponse
  socket: Socket
}

const outgoing = new Set<Socket>()
subscribe('net.client.socket', message => {
  const { socket } = message as { socket: Socket }
  outgoing.add(socket)
  socket.once('close', () => outgoing.delete(socket))
})

const fail = (): never => {
  throw new Error('a mistake of ours')
}

const ways: Record<string, (asked: Asked) => void> = {
  'the body of a request': ({ request }) => void request.once('data', fail),
  'the end of a request': ({ request }) => void request.once('end', fail),
  'a file of a form': () => onNextForm(file => file.once('data', fail)),
  'the error of a file of a form': () => onNextForm(file => process.nextTick(() => file.emit('error', new Error('x')))),
  'an answer': ({ response }) => void response.once('finish', fail),
  'an answer that is streamed': ({ response }) => {
    response.once('pipe', (source: Readable) => source.once('data', fail))
  },
  'the connection of a client': ({ socket }) => void socket.once('close', fail),
  'a connection to the database': () => {
    for (const socket of outgoing) socket.once('data', fail)
  },
  'a stream that unpacks': () => void createGunzip().end('no gzip'),
  'a timer': () => void setTimeout(fail, 1),
  'an emitter that nobody listens to': () => void setImmediate(() => new EventEmitter().emit('error', new Error('x'))),
  'a promise that nobody awaits': () => void Promise.reject(new Error('a mistake of ours')),
}

function onNextForm(meddle: (file: Readable) => void): void {
  const { emit } = Busboy.prototype
  Busboy.prototype.emit = function (this: BusboyInstance, event: string | symbol, ...rest: unknown[]) {
    if (event !== 'file') return emit.call(this, event, ...rest)
    Busboy.prototype.emit = emit
    const isHeard = emit.call(this, event, ...rest)
    meddle(rest[1] as Readable)
    return isHeard
  } as typeof emit
}

subscribe('http.server.request.start', message => {
  const asked = message as Asked
  const way = ways[String(asked.request.headers['x-throw'] ?? '')]
  if (way) way(asked)
})

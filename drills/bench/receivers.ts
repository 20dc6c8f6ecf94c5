import http from 'node:http'
import type { AddressInfo } from 'node:net'

// Runs merchants' backends in a separate process: `good` ones that accept everything, and one that never answers.
const good = Number(process.argv[2])
const listen = (server: http.Server) =>
  new Promise<number>(resolve => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
const take: http.RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('ok'))
}
const ports = await Promise.all(Array.from({ length: good }, () => listen(http.createServer(take))))
const dead = await listen(http.createServer(() => {}))
process.send!({ ports, dead })
process.on('disconnect', () => process.exit())

import { type HttpParts, type HttpServer, serveHttp } from '../../src/http/serve-http.ts'
import { silentLog } from '../../src/lib/log.ts'

/** Serves these parts on a free port of this machine, as a process of the shop does. */
export function serveRouters(parts: Partial<HttpParts>): Promise<HttpServer> {
  const usual: HttpParts = {
    middleware: [],
    routers: [],
    mounted: [],
    readiness: async () => ({}),
    baseUrl: 'http://localhost',
    tellsReasons: false,
    trustedProxies: 0,
    log: silentLog,
  }
  return serveHttp({ ...usual, ...parts }, { port: 0, host: '127.0.0.1' })
}

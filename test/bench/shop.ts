import { apiRouter } from '../../src/api/endpoint.ts'
import { endpoints } from '../../src/api/index.ts'
import { serveHttp } from '../../src/http/serve-http.ts'
import { openApp } from './open-app.ts'
import { seed } from './seed.ts'

const { app } = await openApp()
const { key, invoices } = await seed(app, 'bench-shop')
const server = await serveHttp(
  {
    middleware: [],
    routers: [apiRouter(app, endpoints)],
    mounted: [],
    readiness: async () => ({}),
    baseUrl: 'http://localhost',
    tellsReasons: true,
    trustedProxies: 0,
    log: app.log,
  },
  { port: 0, host: '127.0.0.1' },
)
process.send!({ port: server.port, key, invoices })

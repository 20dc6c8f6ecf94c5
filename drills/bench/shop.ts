import { createApiRouter } from '../../src/api/endpoint.ts'
import { serveHttp } from '../../src/http/serve-http.ts'
import { endpoints } from '../../test/kit/parts.ts'
import { openApp } from './open-app.ts'
import { seedAccount } from './seed.ts'
import { serveBench } from './server-process.ts'

const { app } = await openApp()
const seeded = await seedAccount(app, 'bench-shop')
const server = await serveHttp(
  {
    middleware: [],
    routers: [createApiRouter(app, endpoints)],
    mounted: [],
    readiness: async () => ({}),
    baseUrl: 'http://localhost',
    tellsReasons: true,
    trustedProxies: 0,
    log: app.log,
  },
  { port: 0, host: '127.0.0.1' },
)
serveBench({ port: server.port, key: seeded.key, invoices: seeded.invoices })

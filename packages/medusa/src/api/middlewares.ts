import { defineMiddlewares } from '@medusajs/framework/http'

/** The signature covers the raw body. */
export default defineMiddlewares({
  routes: [{ matcher: '/hooks/warung', methods: ['POST'], bodyParser: { preserveRawBody: true } }],
})

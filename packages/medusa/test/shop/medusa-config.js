const { defineConfig } = require('@medusajs/framework/utils')

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: {
      storeCors: 'http://localhost',
      adminCors: 'http://localhost',
      authCors: 'http://localhost',
      jwtSecret: 'a secret of tests',
      cookieSecret: 'a secret of tests',
    },
  },
  plugins: [{ resolve: 'warung-medusa', options: {} }],
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: {
        providers: [
          { resolve: 'warung-medusa/providers/warung', id: 'warung', options: JSON.parse(process.env.WARUNG) },
        ],
      },
    },
  ],
})

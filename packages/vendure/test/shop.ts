import { flushCompileCache } from 'node:module'
import {
  bootstrap,
  DefaultJobQueuePlugin,
  DefaultSchedulerPlugin,
  LanguageCode,
  PaymentMethodHandler,
} from '@vendure/core'
import { populateInitialData } from '@vendure/core/cli/index.js'
import { WarungPlugin } from 'warung-vendure'

// A real Vendure in a separate process, with the plugin as its user installs it. Its first start fills the database.

const { PORT = '', DATABASE = '', WARUNG = '', IS_NEW } = process.env
const port = Number(PORT)

/** Pays a part of an order, as much as the customer says. */
const giftCard = new PaymentMethodHandler({
  code: 'gift-card',
  description: [{ languageCode: LanguageCode.en, value: 'Gift card' }],
  args: {},
  createPayment: (...[, , , , { amount }]) => ({ amount, state: 'Settled', transactionId: 'GIFT', metadata: {} }),
  settlePayment: () => ({ success: true }),
})

const app = await bootstrap({
  apiOptions: { port, hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: { tokenMethod: 'bearer', superadminCredentials: { identifier: 'admin', password: 'admin' } },
  dbConnectionOptions: { type: 'postgres', ...JSON.parse(DATABASE), synchronize: Boolean(IS_NEW) },
  paymentOptions: { paymentMethodHandlers: [giftCard] },
  // Tests start the task themselves, without waiting for the minute.
  schedulerOptions: { runTasksInWorkerOnly: false },
  plugins: [
    DefaultJobQueuePlugin.init({}),
    DefaultSchedulerPlugin.init({ manualTriggerCheckInterval: 100 }),
    WarungPlugin.init(JSON.parse(WARUNG)),
  ],
})

if (IS_NEW) {
  await populateInitialData(app, {
    defaultLanguage: LanguageCode.en,
    defaultZone: 'Asia',
    countries: [{ code: 'ID', name: 'Indonesia', zone: 'Asia' }],
    taxRates: [{ name: 'PPN', percentage: 11 }],
    shippingMethods: [{ name: 'Kurir', price: 0 }],
    paymentMethods: [
      { name: 'QRIS', handler: { code: 'warung', arguments: [] } },
      { name: 'Gift card', handler: { code: 'gift-card', arguments: [] } },
    ],
    collections: [],
  })
}
// Tests kill the shop, which would otherwise store what it has compiled as it ends.
flushCompileCache()
process.stdout.write('ready\n')

import { describe, test } from 'vitest'
import { abilities, testScenario } from '../kit/scenario/scenario.ts'
import { findWordpress, lacksForWordpress } from './woocommerce/install-wordpress.ts'
import { Site } from './woocommerce/site.ts'
import { openWoocommerce } from './woocommerce/woocommerce-shop.ts'

// The plugin runs in a real WordPress from npm, with the real WooCommerce if WOOCOMMERCE_ZIP names it, otherwise with
// its double from packages/woocommerce/test. Orders are read from WordPress's own database.

const found = await findWordpress()
if (!found) test.skip(`left out: ${lacksForWordpress() || 'WordPress'} is not available here`, () => {})

describe.skipIf(!found)('the plugin for WooCommerce', () => {
  testScenario(found?.woocommerce ? 'WooCommerce' : 'the double of WooCommerce', {
    can: abilities,
    settings: { MODULES: 'all' },
    openWithinMs: 300_000,
    open: warung =>
      openWoocommerce(
        warung,
        new Site({ wordpress: found!.folder, woocommerce: found!.woocommerce, webhookBase: warung.relay.url }),
      ),
  })
})

import fs from 'node:fs'
import { expect, test } from 'vitest'
import { pages } from '../kit/parts.ts'

/** Forms that members other than owners may use: they do not change prices or stock, and give nothing away. */
const harmless: Record<string, string[]> = {
  '/dashboard': ['complete', 'ready', 'take', 'undo'],
  '/dashboard/balance': ['withdraw'],
  '/dashboard/bank-lists': ['look', 'take'],
  '/dashboard/bill-sheet': ['load', 'make'],
  '/dashboard/bills/:bill': ['close', 'publish'],
  '/dashboard/catalog': ['hide', 'show'],
  '/dashboard/catalog/:product': ['duplicate', 'low', 'picture', 'raise', 'unpicture'],
  '/dashboard/catalog/:product/options': ['raise', 'switch'],
  '/dashboard/catalog/import': ['look'],
  '/dashboard/catalog/order': ['move', 'order'],
  '/dashboard/connections/:connection': ['dismiss', 'try'],
  '/dashboard/connections/:connection/proof': ['look', 'play', 'prove'],
  '/dashboard/connections/:connection/trace': ['start'],
  '/dashboard/goods': ['content', 'file', 'image', 'turn'],
  '/dashboard/menu': ['cover', 'look', 'move', 'save', 'uncover'],
  '/dashboard/new-bill': ['create', 'send'],
  '/dashboard/new-payment': ['create'],
  '/dashboard/notification-rules/:rule': ['take_back'],
  '/dashboard/notification-rules/forms/:form': ['answer', 'make'],
  '/dashboard/order-shipping': ['ship'],
  '/dashboard/orders': ['complete', 'ready', 'take', 'undo'],
  '/dashboard/orders/:order': ['cancel', 'complete', 'ready', 'ship', 'take', 'undo'],
  '/dashboard/payments/:invoice': ['cancel', 'confirm_by_hand', 'simulate'],
  '/dashboard/payments/:invoice/refund': ['change', 'prove'],
  '/dashboard/people/:card': ['change'],
  '/dashboard/review': ['split'],
  '/dashboard/review/:transfer': ['accept', 'assign', 'ignore'],
  '/dashboard/rules': ['close', 'close_until', 'open', 'save'],
  '/dashboard/rules/contact': ['save'],
  '/dashboard/rules/delivery': ['import', 'save'],
  '/dashboard/rules/pickup': ['save'],
  '/dashboard/rules/texts': ['save'],
}

const isOfMembers = (role: string) => role === 'orders' || role === 'money'

test('every form for members changes no price, stock, discount or refund, or can be limited by the owner', () => {
  const forms = pages.flatMap(one =>
    Object.entries(one.act ?? {}).flatMap(([name, act]) => {
      const { role = one.role, sensitive } = act as { role?: string; sensitive?: object }
      return isOfMembers(role) ? [{ form: `${one.path} ${name}`, isSensitive: sensitive !== undefined }] : []
    }),
  )
  const free = forms.filter(({ isSensitive }) => !isSensitive).map(({ form }) => form)
  const known = Object.entries(harmless).flatMap(([path, names]) => names.map(name => `${path} ${name}`))
  expect(free.toSorted()).toEqual(known.toSorted())
})

const sensitiveCalls =
  /\b(setPrice|setStarPrice|setStockUrl|restock|addUnits|addProduct|addVariant|makeCoupon|endCoupon|setReferral|noteRefund|noteOwedRefunds|refundPayment|refundStars|reviewTransfer|changeMany|saveProduct|importCatalogFile)\(/

test('chat screens that change prices, stock, discounts or refunds ask approval for a limited member', () => {
  const files = [...fs.globSync('bot/**/*.ts'), ...fs.globSync('src/modules/*/bot/**/*.ts')]
  const acting = files.filter(file => sensitiveCalls.test(fs.readFileSync(file, 'utf8')))
  expect(acting.length).toBeGreaterThan(5)
  expect(acting.filter(file => !fs.readFileSync(file, 'utf8').includes('await holdForApproval('))).toEqual([])
})

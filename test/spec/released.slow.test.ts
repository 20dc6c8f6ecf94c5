import sharp from 'sharp'
import { beforeAll, describe, expect } from 'vitest'
import { addContent } from '../../src/goods/add-content.ts'
import { addFile } from '../../src/goods/add-file.ts'
import { addImage } from '../../src/goods/add-image.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'
import { type EditionName, openShops, row, shopOf, subscriptionOnly, type Variant } from './spec.ts'

openShops({}, options => createWebShop({}, {}, options))

interface Goods {
  file_id: number
  content_id: number
  product_image_id: number
}

const goods = new Map<EditionName, Goods>()
const bytes = Buffer.from('Resep kopi susu')

beforeAll(async () => {
  const square = { width: 40, height: 40, channels: 3, background: '#a33' } as const
  const picture = await sharp({ create: square }).png().toBuffer()
  for (const edition of ['subscription', 'verification'] as const) {
    const { app, demo } = shopOf(edition)
    goods.set(edition, {
      file_id: await addFile(app, demo.accountId, { name: 'resep.txt', bytes }),
      content_id: await addContent(app, demo.accountId, { title: 'Kode Wi-Fi', body: 'SSID: Warung Rahasia' }),
      product_image_id: await addImage(app, demo.accountId, { name: 'kopi.png', bytes: picture }),
    })
  }
})

const web = ({ shop }: Variant) => shop as WebShop
const of = ({ edition }: Variant) => goods.get(edition)!
const payPage = (variant: Variant, invoice: string) => web(variant).page(`/pay?invoice=${invoice}`)

async function fileIsReleased(variant: Variant): Promise<void> {
  const { invoice_id, download_token } = await variant.create({ payment_method: 'qris', file_id: of(variant).file_id })
  const address = `/pay/file?invoice=${invoice_id}&token=${download_token}`
  expect((await web(variant).page(address)).status).toBe(404)
  expect((await payPage(variant, invoice_id)).text).not.toContain(download_token)
  await variant.pay(invoice_id)
  expect((await payPage(variant, invoice_id)).text).toContain(download_token)
  const file = await web(variant).page(address)
  expect(file.status).toBe(200)
  expect(file.bytes.equals(bytes)).toBe(true)
}

async function contentIsOpened(variant: Variant): Promise<void> {
  const { invoice_id } = await variant.create({ payment_method: 'qris', content_id: of(variant).content_id })
  expect((await payPage(variant, invoice_id)).text).not.toContain('Warung Rahasia')
  await variant.pay(invoice_id)
  expect((await payPage(variant, invoice_id)).text).toContain('SSID: Warung Rahasia')
}

async function imageIsShown(variant: Variant): Promise<void> {
  const { invoice_id } = await variant.create({
    payment_method: 'qris',
    product_image_id: of(variant).product_image_id,
  })
  const shownOn = async () => {
    const { text } = await payPage(variant, invoice_id)
    return /<img class="product" src="([^"]+)"/.exec(text)![1]!
  }
  const picture = await web(variant).page(new URL(await shownOn(), 'http://shop').pathname)
  expect(picture.status).toBe(200)
  expect(picture.headers['content-type']).toMatch(/^image\//)
  await variant.pay(invoice_id)
  await shownOn()
}

describe('what an invoice carries', () => {
  row('1.4', '`file_id` released around payment', fileIsReleased)
  row('4.1', 'file_id: file released after payment', async variant => {
    await fileIsReleased(variant)
    const { body } = await variant.api('/create-payment', {
      body: { amount: 20_000, file_id: of(variant).file_id + 1000 },
    })
    expect(body).toMatchObject({ success: false, fields: [{ path: 'file_id' }] })
  })
  row('1.4', '`content_id` opened around payment', contentIsOpened)
  row('4.1', 'content_id: content opened after payment', contentIsOpened)
  row('1.4', '`product_image_id` shown around payment', imageIsShown)
  row('4.1', 'product_image_id: image on payment page', imageIsShown)

  row('1.4', '`redirect_url` used after success', async variant => {
    const redirect_url = 'https://toko.example/selesai?pesanan=7'
    const { invoice_id } = await variant.create({ payment_method: 'qris', redirect_url })
    expect((await payPage(variant, invoice_id)).text).not.toContain(`href="${redirect_url}`)
    await variant.pay(invoice_id)
    expect((await payPage(variant, invoice_id)).text).toContain(
      `href="${redirect_url}&amp;invoice=${invoice_id}&amp;status=paid&amp;`,
    )
  })
})

row(
  '4.1 r2',
  'Subscription: conversion on the payment page',
  async variant => {
    const codeOn = async (invoice: string) => {
      const { bytes: picture } = await web(variant).page(`/pay/qr.png?invoice=${invoice}`)
      const { body } = await variant.shop.api('/qris-info', { body: { image: picture.toString('base64') } })
      return body.data
    }
    for (const payment_method of ['wallet_qris', 'qris_user']) {
      const converted = await variant.create({ payment_method, use_qris_converter: true })
      expect(await codeOn(converted.invoice_id)).toMatchObject({
        is_dynamic: true,
        current_amount: converted.final_amount,
      })
      // The page also shows the amount in the code of the others; only the answer differs.
      const plain = await variant.create({ payment_method })
      expect(plain).not.toHaveProperty('qris_converter')
      expect(await codeOn(plain.invoice_id)).toMatchObject({ is_dynamic: true, current_amount: plain.final_amount })
    }
  },
  subscriptionOnly,
)

row('1.8', 'qris_user, wallet_qris do not add to withdrawable balance', async variant => {
  const available = async () => (await variant.api('/get-balance')).body.data.available
  const before = await available()
  for (const payment_method of ['qris_user', 'wallet_qris']) {
    const { invoice_id } = await variant.create({ payment_method })
    await variant.pay(invoice_id)
    expect((await variant.api(`/check-payment?invoice=${invoice_id}`)).body.status).toBe('paid')
    expect(await available()).toBe(before)
  }
  const { body } = await variant.api('/list-movements')
  expect(body.data.slice(0, 2)).toMatchObject([{ is_withdrawable: false }, { is_withdrawable: false }])
})

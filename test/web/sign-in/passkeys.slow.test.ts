import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../../src/people/create-user.ts'
import { Passkey } from '../../../src/people/passkeys/passkey.ts'
import { requestPasskey } from '../../../src/people/passkeys/passkey-ceremony.ts'
import { signInByPasskey } from '../../../src/people/passkeys/sign-in-by-passkey.ts'
import { User } from '../../../src/people/user.ts'
import { findSeriousProblems } from '../../kit/accessibility.ts'
import { openBrowser } from '../../kit/browser.ts'
import { drawItems } from '../../kit/draws/draw-items.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
let browser: Browser
let username: string
let userId: number
let number = 0
const password = 'kopi susu gula aren'

beforeAll(async () => {
  shop = await createWebShop({}, { isHome: true })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})
beforeEach(async () => {
  username = `ayu${++number}`
  const member = { accountId: shop.demo.accountId, role: 'owner' as const }
  userId = (await createUser(shop.app, { username, password, member })).id
  await shop.app.sql.write('delete from attempt')
})

/** Opens a browser with its own authenticator, which consents automatically while `mayVerify` is set. */
async function openDevice() {
  const context = await browser.newContext({ locale: 'id-ID' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const mayVerify = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { context, page, mayVerify }
}

async function signInByPassword(page: Page): Promise<void> {
  await page.goto(`${shop.pagesUrl}/sign-in`)
  await page.getByLabel('Nama pengguna').fill(username)
  await page.getByLabel('Kata sandi').fill(password)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  await page.waitForURL('**/dashboard')
}

async function addPasskey(page: Page, label = 'HP Ayu'): Promise<void> {
  await page.goto(`${shop.pagesUrl}/dashboard/profile`)
  await page.getByRole('button', { name: 'Tambah passkey' }).click()
  await page.getByLabel('Nama passkey').fill(label)
  await page.getByRole('button', { name: 'Buat passkey' }).click()
  await page.getByText('Tersimpan.').waitFor()
}

const forgetSession = (context: BrowserContext) => context.clearCookies()

describe('a passkey', () => {
  test('a passkey is added, signs in without a name or second step, and is removed', async () => {
    const { context, page } = await openDevice()
    await signInByPassword(page)
    await addPasskey(page)
    expect(await page.locator('li', { hasText: 'HP Ayu' }).count()).toBe(1)
    await shop.app.em('installation').nativeUpdate(User, { id: userId }, { secondStep: 'totp' })
    await forgetSession(context)
    await page.goto(`${shop.pagesUrl}/dashboard/profile`)
    await page.getByRole('button', { name: 'Masuk dengan passkey' }).click()
    await page.waitForURL('**/dashboard/profile')
    const used = await shop.app.em('installation').findOneOrFail(Passkey, { user: userId })
    expect(used.usedAt).not.toBe(null)
    expect(used.counter).toBeGreaterThan(0)
    await page.locator('li', { hasText: 'HP Ayu' }).getByRole('button', { name: 'Hapus' }).click()
    await page.getByText('Dihapus.').waitFor()
    expect(await shop.app.em('installation').count(Passkey, { user: userId })).toBe(0)
    await context.close()
  })

  test('a passkey serves as the second step after the password, and cannot be removed during it', async () => {
    const { context, page } = await openDevice()
    await signInByPassword(page)
    await addPasskey(page)
    await page.getByRole('button', { name: 'Pakai passkey sebagai langkah kedua' }).click()
    await page.getByRole('heading', { name: 'Kode cadangan' }).waitFor()
    await page.goto(`${shop.pagesUrl}/dashboard/profile`)
    await page.locator('li', { hasText: 'HP Ayu' }).getByRole('button', { name: 'Hapus' }).click()
    await page.getByText('Ini masih kamu perlukan untuk masuk.').waitFor()
    await forgetSession(context)
    await page.goto(`${shop.pagesUrl}/sign-in`)
    await page.getByLabel('Nama pengguna').fill(username)
    await page.getByLabel('Kata sandi').fill(password)
    await page.getByRole('button', { name: 'Masuk', exact: true }).click()
    await page.waitForURL('**/sign-in/code*')
    await page.goto(`${shop.pagesUrl}/dashboard`)
    await page.waitForURL('**/sign-in/code*')
    await page.getByRole('button', { name: 'Pakai passkey' }).click()
    await page.waitForURL('**/dashboard')
    await context.close()
  })

  test('a passkey that cannot verify its owner does not sign in, and the page explains it', async () => {
    const { context, page, mayVerify } = await openDevice()
    await signInByPassword(page)
    await addPasskey(page)
    await forgetSession(context)
    await mayVerify(false)
    await page.goto(`${shop.pagesUrl}/sign-in`)
    await page.getByRole('button', { name: 'Masuk dengan passkey' }).click()
    await page.getByText('Passkey tidak jadi dipakai.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    await context.close()
  })

  test("a passkey response works once, only for its own challenge, and not on the operator's pages", async () => {
    const { context, page } = await openDevice()
    await signInByPassword(page)
    await addPasskey(page)
    await forgetSession(context)
    await page.goto(`${shop.pagesUrl}/sign-in`)
    const sent = page.waitForRequest(request => request.method() === 'POST')
    await page.getByRole('button', { name: 'Masuk dengan passkey' }).click()
    const fields = new URLSearchParams((await sent).postData()!)
    await page.waitForURL('**/dashboard')
    const given = { ticket: fields.get('ticket')!, answer: fields.get('answer')! }
    const from = { asOperator: false, address: '203.0.113.7', userAgent: 'x' }
    const refused = { code: 'unauthorized' }
    await expect(signInByPasskey(shop.app, { ...given, ...from })).rejects.toMatchObject(refused)
    const { ticket } = await requestPasskey(shop.app, null)
    await expect(signInByPasskey(shop.app, { ...given, ticket, ...from })).rejects.toMatchObject(refused)
    await expect(signInByPasskey(shop.app, { ticket: 'x', answer: '{}', ...from })).rejects.toMatchObject(refused)
    const fresh = await requestPasskey(shop.app, null)
    await expect(signInByPasskey(shop.app, { ...fresh, answer: 'null', ...from })).rejects.toMatchObject(refused)
    await page.goto(`${shop.pagesUrl}/operator/sign-in`)
    await page.getByRole('button', { name: 'Masuk dengan passkey' }).click()
    await page.getByText('Nama atau kata sandinya salah.').waitFor()
    await context.close()
  })

  test('a passkey is a proof for money and secrets, for a user without a password', async () => {
    const { context, page } = await openDevice()
    await signInByPassword(page)
    await addPasskey(page)
    await shop.app.em('installation').nativeUpdate(User, { id: userId }, { passwordHash: null, phone: '+628123456789' })
    shop.advance(660)
    await page.goto(`${shop.pagesUrl}/dashboard/profile`)
    await page.getByRole('button', { name: 'Pakai aplikasi autentikator' }).click()
    await page.getByRole('link', { name: 'Lanjut' }).click()
    await page.getByRole('button', { name: 'Pakai passkey' }).click()
    await page.waitForURL('**/dashboard/profile')
    await page.getByRole('button', { name: 'Pakai aplikasi autentikator' }).click()
    await page.locator('figure.qr').waitFor()
    await context.close()
  })
})

test('browsers without passkey support get no offer', async () => {
  const elsewhere = await createWebShop()
  try {
    const { text } = await elsewhere.page('/sign-in')
    expect(text).not.toContain('data-passkey')
  } finally {
    await elsewhere.close()
  }
})

test.each(['light', 'dark'] as const)('sign-in pages have no serious accessibility findings, %s', async colorScheme => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const context = await browser.newContext({ locale: 'id-ID', viewport, colorScheme })
    const page = await context.newPage()
    await signInByPassword(page)
    for (const path of ['/dashboard/profile', '/sign-in', '/sign-in/phone', '/sign-in/again', '/operator/sign-in']) {
      for (const lang of drawItems(['id', 'en'], 1)) {
        await page.goto(`${shop.pagesUrl}${path}?lang=${lang}`)
        expect(await findSeriousProblems(page), `${path} ${lang}`).toEqual([])
        const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
        expect(isWide, `${path} ${lang} scrolls sideways`).toBe(false)
        const name = `${path.replaceAll('/', '_')}-${viewport.width}-${colorScheme}-${lang}`
        if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
      }
    }
    await context.close()
  }
})

import { Bot, InlineKeyboard, InputFile, Keyboard } from 'grammy'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/kit/browser.ts'
import { type Answer, type Machine, startMachine } from './machine.ts'

let machine: Machine
let browser: Browser
let shop: Bot
let username: string
const mistakes: string[] = []
beforeAll(async () => {
  machine = await startMachine()
  browser = await openBrowser('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream')
  const made = await machine.makeBot('page_shop_bot')
  username = made.username
  shop = new Bot(made.token, { client: { apiRoot: machine.url } })
  shop.catch(({ error }) => void mistakes.push(String(error)))
  await shop.api.setMyCommands([
    { command: 'start', description: 'Buka toko' },
    { command: 'produk', description: 'Daftar produk' },
  ])
  await shop.api.setMyDescription('Kopi dan voucher')
  shop.command('start', ctx =>
    ctx.reply(
      `Halo <b>${ctx.from!.first_name}</b>! <script>alert(1)</script> ${ctx.match}`.replace(/<\/?script>/g, '&lt;'),
      {
        parse_mode: 'HTML',
        reply_markup: new InlineKeyboard()
          .text('Beli', 'buy')
          .row()
          .text('Info', 'info')
          .row()
          .url('Bayar', `${machine.url}/icon.svg`)
          .copyText('Salin', '25321')
          .row()
          .add({ text: 'Batal', callback_data: 'slow', style: 'danger' }),
      },
    ),
  )
  shop.command('produk', ctx => ctx.reply('Produk: https://t.me/page_shop_bot?start=p_1'))
  shop.callbackQuery('buy', async ctx => {
    await ctx.answerCallbackQuery('Sebentar ya')
    const photo = await sharp({ create: { width: 720, height: 720, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const sent = await ctx.replyWithPhoto(new InputFile(photo), { caption: 'Scan QR' })
    await ctx.api.pinChatMessage(ctx.chat!.id, sent.message_id)
    await ctx.reply('<code>ABCD-1234</code> <tg-spoiler>rahasia</tg-spoiler>', {
      parse_mode: 'HTML',
      reply_markup: new Keyboard().requestContact('Bagikan nomor').text('Lewati').resized().oneTime(),
    })
    await ctx.editMessageText('Dipilih')
  })
  shop.callbackQuery('info', ctx => ctx.answerCallbackQuery({ text: 'Belum dibayar', show_alert: true }))
  shop.on('message:contact', ctx =>
    ctx.reply(`Nomor ${ctx.message.contact.phone_number}`, { reply_markup: { remove_keyboard: true } }),
  )
  shop.on('inline_query', ctx =>
    ctx.answerInlineQuery(
      ctx.inlineQuery.query === 'kopi'
        ? [
            {
              type: 'article',
              id: '1',
              title: 'Kopi Susu',
              description: 'Rp 18.000',
              input_message_content: { message_text: '<b>Kopi Susu</b> dingin', parse_mode: 'HTML' },
              reply_markup: new InlineKeyboard().url('Lihat', `${machine.url}/icon.svg`),
            },
          ]
        : [],
    ),
  )
  shop.on('message:document', ctx => ctx.reply(`Diterima ${ctx.message.document.file_name}`))
  shop.on('message:sticker', ctx => ctx.replyWithSticker(ctx.message.sticker.file_id))
  shop.on('message:voice', ctx => ctx.replyWithVoice(ctx.message.voice.file_id, { caption: 'Suaramu', duration: 5 }))
  shop.on('message:location', ctx => ctx.replyWithLocation(-6.2, 106.8))
  shop.on('message:text', ctx => ctx.reply(`Kamu bilang: ${ctx.message.text}`))
  await new Promise<void>(resolve => void shop.start({ onStart: () => resolve() }))
})
afterAll(async () => {
  await shop?.stop()
  await browser?.close()
  await machine?.close()
})

let page: Page
async function open(path = '', options: BrowserContextOptions = {}, address = `${machine.url}/${path}`): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, ...options })
  const opened = await context.newPage()
  opened.setDefaultTimeout(20_000)
  opened.on('pageerror', error => void mistakes.push(String(error)))
  opened.on('console', line => line.type() === 'error' && mistakes.push(line.text()))
  await opened.goto(address)
  return opened
}
beforeEach(async () => {
  await machine.post('reset', {})
  mistakes.length = 0
})
afterEach(async () => {
  await page?.context().close()
  expect(mistakes).toEqual([])
})

const see = (testid: string) => page.getByTestId(testid)
const colorOf = (node: Answer) => (globalThis as Answer).getComputedStyle(node).color as string
const said = (text: string) => see('messages').getByText(text)
const button = (text: string) => page.locator(`[data-testid=inline-button][data-text="${text}"]`)

/** Returns two seconds of silence as a WAV file: 8,000 samples a second of one byte. */
function silence(): Buffer {
  const samples = Buffer.alloc(16_000, 128)
  const about = Buffer.alloc(16)
  about.writeUInt32LE(0x00010001, 0)
  about.writeUInt32LE(8000, 4)
  about.writeUInt32LE(8000, 8)
  about.writeUInt32LE(0x00080001, 12)
  const part = (name: string, content: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(name), length, content])
  }
  return part('RIFF', Buffer.concat([Buffer.from('WAVE'), part('fmt ', about), part('data', samples)]))
}

describe('a newcomer', () => {
  it('a newcomer reaches the store with one click', async () => {
    page = await open()
    await see('start-button').waitFor()
    expect(await see('bot-description').textContent()).toBe('Kopi dan voucher')
    await see('start-button').click()
    await button('Beli').waitFor()
    expect(await see('message-text').last().textContent()).toBe('Halo Budi! <alert(1)<')
    expect(await see('message-text').last().locator('strong').textContent()).toBe('Budi')
    expect(await button('Batal').getAttribute('data-style')).toBe('danger')
  })

  it('a newcomer can leave out the trailing slash', async () => {
    page = await open('', {}, machine.url)
    await see('start-button').waitFor()
  })

  it('a newcomer arrives by a deep link, whose payload START sends', async () => {
    page = await open(`?bot=${username}&start=p_abc`)
    await see('start-button').click()
    await expect.poll(() => see('message-text').first().textContent()).toBe('/start p_abc')
    await see('chat-menu').click()
    await see('deep-link-open').click()
    await see('deep-link-input').fill(`https://t.me/${username}?start=r_9`)
    await see('deep-link-go').click()
    await see('start-button').click()
    await said('/start r_9').waitFor()
  })
})

describe('an inline query', () => {
  it("an inline query shows the bot's results, and sends the chosen one", async () => {
    page = await open()
    await see('start-button').click()
    await button('Beli').waitFor()
    await see('composer-input').fill(`@${username} kopi`)
    await see('composer-input').press('Enter')
    await see('inline-result').waitFor()
    expect(await see('inline-result').textContent()).toBe('Kopi Susu · Rp 18.000')
    await see('inline-result').click()
    await said('Kopi Susu dingin').first().waitFor()
    await button('Lihat').waitFor()
    await see('composer-input').fill(`@${username} teh`)
    await see('composer-input').press('Enter')
    await see('inline-close').click()
    expect(await see('inline-result').count()).toBe(0)
  })
})

describe('the address of a missing bot', () => {
  it.each([
    { locale: 'id-ID', said: 'Tidak ada bot @tidak_ada_bot di sini.', all: 'Lihat semua bot' },
    { locale: 'en-GB', said: 'There is no bot @tidak_ada_bot here.', all: 'See all bots' },
  ])('the page of a missing bot says so, and opens no other ($locale)', async ({ locale, said: words, all }) => {
    page = await open('?bot=tidak_ada_bot', { locale, viewport: { width: 390, height: 740 } })
    expect(await see('unknown-bot').textContent()).toContain(words)
    expect(await see('chat-title').count()).toBe(0)
    await page.getByRole('button', { name: all }).click()
    await see(`bot-row-${username}`).click()
    await see('start-button').waitFor()
  })
})

describe('the language of the page', () => {
  it.each([
    {
      locale: 'id-ID',
      lang: 'id',
      start: 'MULAI',
      said: ['Pesan', 'Ganti orang', 'Bot API lokal', 'Bayar 150 Stars', 'Hari ini'],
    },
    {
      locale: 'en-GB',
      lang: 'en',
      start: 'START',
      said: ['Message', 'Switch person', 'Local Bot API', 'Pay 150 Stars', 'Today'],
    },
  ])("the page uses the browser's language ($locale)", async ({ locale, lang, start, said: words }) => {
    page = await open('', { locale })
    expect(await page.locator('html').getAttribute('lang')).toBe(lang)
    expect(await see('start-button').textContent()).toBe(start)
    await see('start-button').click()
    await button('Beli').waitFor()
    const [{ id }] = await machine.get('people')
    await machine.call(shop.token, 'sendInvoice', {
      chat_id: id,
      title: 'Kunci',
      description: 'Satu kunci',
      payload: 'x',
      currency: 'XTR',
      prices: [{ label: 'Kunci', amount: 150 }],
    })
    await see('invoice').waitFor()
    const [message, ...others] = words
    expect(await see('composer-input').getAttribute('placeholder')).toBe(message)
    for (const each of others) await page.getByText(each).first().waitFor()
  })
})

describe('a conversation', () => {
  beforeEach(async () => {
    page = await open()
    await see('start-button').click()
    await button('Beli').waitFor()
  })

  it('a conversation shows presses, toasts, edits, pictures, pins and secrets as they come', async () => {
    await button('Beli').click()
    await see('toast').getByText('Sebentar ya').waitFor()
    await said('Dipilih').waitFor()
    await see('message-edited').waitFor()
    expect(await see('pinned-bar').textContent()).toContain('Scan QR')
    await expect
      .poll(() =>
        see('photo')
          .locator('img')
          .evaluate((img: Answer) => img.naturalWidth),
      )
      .toBe(720)
    const [saved] = await Promise.all([page.waitForEvent('download'), see('photo-save').click()])
    expect(saved.suggestedFilename()).toBe('photo.png')
    expect(await see('spoiler').evaluate(colorOf)).toBe('rgba(0, 0, 0, 0)')
    await see('spoiler').click()
    expect(await see('spoiler').evaluate(colorOf)).not.toBe('rgba(0, 0, 0, 0)')
    await see('photo').locator('button').click()
    await see('viewer-close').click()
  })

  it.each([390, 1100])(
    'a conversation scrolls to its end as keyboards and pictures appear, but not for a reader (%i)',
    async width => {
      await page.setViewportSize({ width, height: 600 })
      const [{ id }] = await machine.get('people')
      const write = (text: string) => machine.post('messages', { bot: username, from: id, text })
      for (let at = 1; at <= 8; at++) await write(`baris ${at}`)
      await said('Kamu bilang: baris 8').waitFor()
      const toEnd = () =>
        see('messages').evaluate((node: Answer) => Math.round(node.scrollHeight - node.scrollTop - node.clientHeight))
      await expect.poll(toEnd).toBeLessThan(2)
      await shop.api.sendMessage(id, 'Nomor HP yang bisa dihubungi?', {
        reply_markup: new Keyboard().requestContact('Kirim nomor').row().text('Batal').row().text('Nanti').resized(),
      })
      await see('reply-keyboard').waitFor()
      await said('Nomor HP yang bisa dihubungi?').waitFor()
      await expect.poll(toEnd).toBeLessThan(2)
      const photo = await sharp({ create: { width: 720, height: 1400, channels: 3, background: '#aac' } })
        .png()
        .toBuffer()
      await shop.api.sendPhoto(id, new InputFile(photo), { caption: 'Scan QR' })
      await expect
        .poll(() =>
          see('photo')
            .locator('img')
            .evaluate((img: Answer) => img.complete),
        )
        .toBe(true)
      await expect.poll(toEnd).toBeLessThan(2)

      await see('messages').hover()
      await page.mouse.wheel(0, -500)
      await see('scroll-down').waitFor()
      await shop.api.sendMessage(id, 'Pesan baru di bawah')
      await said('Pesan baru di bawah').waitFor({ state: 'attached' })
      expect(await toEnd()).toBeGreaterThan(100)
      await see('scroll-down').click()
      await expect.poll(toEnd).toBeLessThan(2)
    },
  )

  it('a conversation shows an alert, spins until the answer, opens links and copies', async () => {
    await button('Info').click()
    expect(await see('alert-text').textContent()).toBe('Belum dibayar')
    await see('alert-ok').click()
    await machine.post('updates', { bot: username, mode: 'hold' })
    await button('Info').click()
    await expect.poll(() => button('Info').getAttribute('aria-busy')).toBe('true')
    await machine.post('updates', { bot: username, mode: 'normal' })
    await see('alert-ok').click()
    expect(await button('Info').getAttribute('aria-busy')).toBeNull()
    const [opened] = await Promise.all([page.context().waitForEvent('page'), button('Bayar').click()])
    expect(opened.url()).toBe(`${machine.url}/icon.svg`)
    await opened.close()
    await button('Salin').click()
    await see('toast').getByText('Copied').waitFor()
  })

  it('a person types, lists commands, shares a contact and sends a file', async () => {
    await see('composer-input').fill('/pro')
    await see('command-produk').click()
    await said('Produk: https').waitFor()
    await see('composer-input').fill('kopi <b>')
    await see('composer-input').press('Enter')
    await said('Kamu bilang: kopi <b>').waitFor()
    await button('Beli').click()
    await see('reply-keyboard').waitFor()
    await page.locator('[data-testid=reply-button][data-text="Bagikan nomor"]').click()
    await see('confirm-yes').click()
    await said('Nomor 62812').waitFor()
    await see('reply-keyboard').waitFor({ state: 'hidden' })
    await see('attach-input').setInputFiles({ name: 'bukti.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await see('send-button').click()
    await said('Diterima bukti.txt').waitFor()
    expect(await see('document').locator('strong').textContent()).toBe('bukti.txt')
  })

  it('a person sends and sees stickers', async () => {
    await see('sticker-button').click()
    await see('sticker-jempol').click()
    await expect.poll(() => see('sticker').count()).toBe(2)
    for (const sent of await see('sticker').all()) {
      await expect.poll(() => sent.evaluate((img: Answer) => img.naturalWidth)).toBe(512)
    }
    expect(await see('sticker').first().getAttribute('alt')).toBe('Sticker 👍')
    expect(await see('sticker-panel').isVisible()).toBe(false)
    expect(await see(`bot-row-${username}`).getByTestId('bot-preview').textContent()).toBe('Sticker')
  })

  it('a person records and plays a voice note, discards one, and sends one as a file', async () => {
    await see('voice-button').click()
    await see('voice-cancel').click()
    await see('composer-input').waitFor()
    expect(await see('voice').count()).toBe(0)
    await see('voice-button').click()
    await see('voice-time')
      .getByText(/0:0[1-9]/)
      .waitFor()
    await see('voice-send').click()
    await said('Suaramu').waitFor()
    expect(await see('voice').count()).toBe(2)
    expect(await see('voice').last().textContent()).toBe('0:05')
    expect(await see('voice').first().textContent()).toMatch(/^0:\d\d$/)
    const [note] = (
      await machine.get(`messages?bot=${username}&person=${(await machine.get('people'))[0].id}`)
    ).flatMap(({ voice }: Answer) => voice ?? [])
    expect(note).toMatchObject({ mime_type: expect.stringMatching(/^audio\//), file_size: expect.any(Number) })
    expect(note.file_size).toBeGreaterThan(0)

    await see('attach-input').setInputFiles({ name: 'a.wav', mimeType: 'audio/wav', buffer: silence() })
    expect(await see('attach-preview').textContent()).toBe('a.wavas a voice message')
    await see('send-button').click()
    await expect.poll(() => see('voice').count()).toBe(4)
    const player = see('voice').last().locator('audio')
    await player.evaluate(async (audio: Answer) => {
      audio.muted = true
      await audio.play()
    })
    await expect.poll(() => player.evaluate((audio: Answer) => audio.currentTime)).toBeGreaterThan(0)
    expect(await see('voice-button').isVisible()).toBe(true)
  })

  it('a person blocks and unblocks the bot, sees raw JSON, and is warned of a missing method', async () => {
    await see('chat-menu').click()
    await see('block-toggle').click()
    await see('unblock-button').click()
    await see('composer-input').waitFor()
    const first = page.locator('article[data-by=person]').first()
    await first.hover()
    await first.getByTestId('raw-message').click()
    expect(JSON.parse((await see('raw-json').textContent())!)).toMatchObject({
      text: '/start',
      from: { is_bot: false },
    })
    await see('raw-close').click()
    await machine.call(shop.token, 'sendGame', { chat_id: 1 })
    expect(await see('loud-line').textContent()).toContain('sendGame')
  })

  it('several people each have their own chats with unread counts', async () => {
    await machine.post('bots', { username: 'page_other_bot', first_name: 'Other' })
    await see('bot-row-page_other_bot').click()
    await expect.poll(() => see('chat-title').textContent()).toBe('Other')
    const [budi] = await machine.get('people')
    await shop.api.sendMessage(budi.id, 'Pesananmu siap')
    await expect.poll(() => see(`bot-row-${username}`).getByTestId('bot-unread').textContent()).toBe('1')
    expect(await see(`bot-row-${username}`).getByTestId('bot-preview').textContent()).toBe('Pesananmu siap')
    await see('person-switcher').click()
    await see('new-person-name').fill('Siti')
    await see('new-person-create').click()
    await see(`bot-row-${username}`).click()
    await see('start-button').click()
    await said('Halo Siti!').waitFor()
    await see('person-switcher').click()
    await see(`person-option-${budi.id}`).click()
    await said('Pesananmu siap').waitFor()
  })

  it('a conversation continues automatically after the machine restarts', async () => {
    await machine.restart()
    const [budi] = await machine.get('people')
    await shop.api.sendMessage(budi.id, 'Setelah restart')
    await said('Setelah restart').waitFor()
  })
})

it('the page fits a phone, in the dark too, and nothing overflows', async () => {
  page = await open('', { viewport: { width: 360, height: 640 }, colorScheme: 'dark', hasTouch: true, isMobile: true })
  await see('start-button').click()
  await button('Beli').click()
  await see('photo').waitFor()
  const wide = await page.evaluate('document.documentElement.scrollWidth')
  expect(wide).toBeLessThanOrEqual(360)
  expect(await page.evaluate('getComputedStyle(document.querySelector(".bubble")).backgroundColor')).toBe(
    'rgb(43, 82, 120)',
  )
  await see('back').click()
  await see('bot-list').waitFor()
  expect(await see('messages').isVisible()).toBe(false)
})

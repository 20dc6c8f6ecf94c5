import Router from '@koa/router'
import type Koa from 'koa'
import { Account } from '../../../../accounts/account.ts'
import { describePhoneTrouble } from '../../../../connections/pairing/phone-trouble-texts.ts'
import { formatRupiah } from '../../../../lib/money.ts'
import type { App } from '../../../../needs.ts'
import { findPhoneTrouble } from '../../../../notices/phones/find-phone-trouble.ts'
import { startEventStream } from '../../../../web/parts/event-stream.ts'
import { ownFormHeaders, pageHeaders, sendPage } from '../../../../web/parts/frame.ts'
import { chooseLanguage, type Language } from '../../../../web/parts/language.ts'
import { formatMoment } from '../../../../web/parts/moment.ts'
import { handleTrouble } from '../../../../web/parts/trouble-pages.ts'
import { listAnnouncements } from '../../list-announcements.ts'
import type { Announcement } from '../../read-announcements.ts'
import { soundboxTexts } from '../../texts/soundbox-texts.ts'
import { answerPairing, readDevice, showPairing } from '../pairing.ts'
import { listClips } from './clips.ts'
import { createSoundboxStreams, type SoundboxStreams } from './soundbox-streams.ts'
import { soundboxView } from './soundbox-view.ts'

const listedMax = 20
const reloadS = 10

/** Serves the page that announces payments and orders aloud, on a paired phone; `close` ends its streams. */
export function createSoundboxRouter(app: App): { router: Router; close(): void } {
  const streams = createSoundboxStreams(app)
  const router = new Router()
  router.use(['/soundbox', '/soundbox/events'], pageHeaders, ownFormHeaders, handleTrouble(app))
  router.get('/soundbox', ctx => sendSoundbox(app, ctx as Koa.Context))
  router.post('/soundbox', ctx => answerPairing(app, ctx as Koa.Context, 'soundbox'))
  router.get('/soundbox/events', ctx => streamPayments(app, ctx as Koa.Context, streams))
  return { router, close: streams.close }
}

async function sendSoundbox(app: App, ctx: Koa.Context): Promise<void> {
  const device = await readDevice(app, ctx, 'soundbox')
  if (!device) return showPairing(app, ctx, 'soundbox')
  // Taken before the list is read, so that news in between is both listed and announced.
  const from = Date.now()
  const { accountId, mode } = device
  const { displayName: shop } = await app.em({ accountId }).findOneOrFail(Account, accountId)
  const trouble = await findPhoneTrouble(app, { accountId, mode })
  const latest = await listAnnouncements(app, { accountId, mode }, listedMax)
  const language = chooseLanguage(ctx, app.config)
  sendPage(ctx, app.config, {
    language,
    title: soundboxTexts[language].title(shop),
    script: 'soundbox.js',
    sheet: 'soundbox.css',
    refreshS: reloadS,
    body: soundboxView({
      app,
      language,
      device,
      shop,
      latest,
      from,
      phone: trouble && describePhoneTrouble(trouble, language),
    }),
    here: { path: '/soundbox', query: {} },
  })
}

/**
 * Streams payments and orders to a device. An unpaired one is notified by an event, because after a refusal a browser
 * would not learn the reason.
 */
async function streamPayments(app: App, ctx: Koa.Context, streams: SoundboxStreams): Promise<void> {
  const device = await readDevice(app, ctx, 'soundbox')
  startEventStream(ctx)
  if (!device || ctx.method === 'HEAD') {
    ctx.body = 'event: revoked\ndata: {}\n\n'
    return
  }
  const language = chooseLanguage(ctx)
  const stream = streams.open(device, readAfter(ctx), {
    announced: news => describeNews(app, language, news, device.mode),
    trouble: trouble => trouble && describePhoneTrouble(trouble, language),
  })
  if (stream) ctx.body = stream
  else ctx.status = 503
}

function readAfter(ctx: Koa.Context): Date {
  const { after } = ctx.query
  return new Date(typeof after === 'string' && /^\d{1,14}$/.test(after) ? Number(after) : Date.now())
}

function describeNews(app: App, language: Language, { kind, amount, createdAt }: Announcement, mode: 'live' | 'test') {
  const clips = listClips({ kind, amount, mode }, language)
  const text = soundboxTexts[language].kinds[kind]
  return { amount: formatRupiah(amount), time: formatMoment(app, language, createdAt), clips, text }
}

import { attachStoredPicture } from '../../../../bot/screens/attach-stored-picture.ts'
import { type Message, makePress } from '../../../../bot/telegram/message.ts'
import { customerTexts } from '../../../../bot/texts/customer-texts.ts'
import type { Voice } from '../../../../bot/texts/voice.ts'
import { html, renderLines } from '../../../lib/html.ts'
import type { Needs } from '../../../needs.ts'
import type { Broadcast } from '../broadcast.ts'

/** Returns a broadcast as customers see it, which is also its preview. */
export function renderBroadcast(
  app: Needs<'goods'>,
  { text, storageKey }: Pick<Broadcast, 'text' | 'storageKey'>,
  { t, language }: Pick<Voice, 't' | 'language'>,
): Message {
  return {
    text: html`${renderLines(text)}\n\n<i>${customerTexts[language].promo.footer}</i>`,
    ...attachStoredPicture(app, storageKey),
    buttons: [[{ text: t.products, press: makePress('shopnow') }]],
  }
}

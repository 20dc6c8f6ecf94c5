import { html, lines } from '../../src/lib/html.ts'
import type { Needs } from '../../src/needs.ts'
import type { Broadcast } from '../../src/notices/broadcasts/broadcast.ts'
import { type Message, press } from '../telegram/message.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import type { Voice } from '../texts/voice.ts'
import { storedPicture } from './stored-picture.ts'

/** A broadcast as customers see it, which is also shown to its author before it is sent. */
export function broadcastMessage(
  app: Needs<'goods'>,
  { text, storageKey }: Pick<Broadcast, 'text' | 'storageKey'>,
  { t, language }: Pick<Voice, 't' | 'language'>,
): Message {
  return {
    text: html`${lines(text)}\n\n<i>${customerTexts[language].promo.footer}</i>`,
    ...storedPicture(app, storageKey),
    buttons: [[{ text: t.products, press: press('shopnow') }]],
  }
}

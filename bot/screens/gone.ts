import { html } from '../../src/lib/html.ts'
import { type Message, makePress } from '../telegram/message.ts'
import type { Texts } from '../texts/texts.ts'
import { menuRow } from './buttons.ts'

/** Returns the message for goods that the shop no longer sells. */
export function discontinuedView(t: Texts): Message {
  return { text: html`${t.productGone}`, buttons: [[{ text: t.products, press: makePress('browse') }], menuRow(t)] }
}

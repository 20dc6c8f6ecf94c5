import type { App } from '../../src/needs.ts'
import { listAdditions } from '../../src/slots.ts'
import type { Language } from '../texts/texts.ts'
import { type Button, makePress } from './message.ts'

declare module '../../src/slots.ts' {
  interface Slots {
    /**
     * The two buttons by which a customer contacts the seller: one asks for a message, the other sends the text just
     * typed.
     */
    sellerWays: { ask: SellerWay; send: SellerWay }
  }
}

interface SellerWay {
  text: Record<Language, string>
  verb: string
}

/** The buttons to the seller; empty while no module delivers messages. */
export interface SellerButtons {
  ask: Button[]
  /** The buttons below a reply to the message that is to be sent. */
  send: Button[]
}

export const noSeller: SellerButtons = { ask: [], send: [] }

export function sellerButtons({ app, language }: { app: Pick<App, 'slots'>; language: Language }): SellerButtons {
  const ways = listAdditions(app, 'sellerWays')
  const button = ({ text, verb }: SellerWay): Button => ({ text: text[language], press: makePress(verb) })
  return { ask: ways.map(({ ask }) => button(ask)), send: ways.map(({ send }) => button(send)) }
}

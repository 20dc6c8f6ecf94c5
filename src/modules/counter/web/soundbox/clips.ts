import type { Config } from '../../../../config.ts'
import type { Mode } from '../../../../database/scope.ts'
import { assetPath } from '../../../../web/parts/assets.ts'
import type { Announcement } from '../../read-announcements.ts'
import { type SpokenLanguage, spellAmount, spokenMax, spokenWords } from '../../spell-amount.ts'

/** Phrases besides amounts, as a voice reads them; each is a clip of the same name. */
export const phrases: Record<SpokenLanguage, Record<Phrase, string>> = {
  id: {
    rupiah: 'rupiah',
    paid: 'lunas',
    test: 'uji coba',
    cut: 'sambungan terputus',
    back: 'tersambung lagi',
    missed: 'yang terlewat',
    look: 'lihat layar',
    ready: 'suara siap',
    order: 'pesanan baru',
    'order-paid': 'pesanan dibayar',
  },
  en: {
    rupiah: 'rupiah',
    paid: 'paid',
    test: 'test',
    cut: 'connection lost',
    back: 'connected again',
    missed: 'missed',
    look: 'see the screen',
    ready: 'sound is ready',
    order: 'new order',
    'order-paid': 'order paid',
  },
}

type Phrase = 'rupiah' | 'paid' | 'test' | 'cut' | 'back' | 'missed' | 'look' | 'ready' | 'order' | 'order-paid'

/**
 * Returns the clips that announce a payment or an order, in order. Amounts that are too large to be spelled are only
 * displayed. The amount of a paid order was already announced with its money.
 */
export function listClips(
  { kind, amount, mode }: { kind: Announcement['kind']; amount: number; mode: Mode },
  language: SpokenLanguage,
): string[] {
  const test = mode === 'test' ? ['test'] : []
  if (kind === 'paid_order') return [...test, 'order-paid']
  const sum = amount > spokenMax ? ['look'] : [...spellAmount(amount, language), 'rupiah']
  return kind === 'order' ? [...test, 'order', ...sum] : [...test, ...sum, 'paid']
}

/**
 * Returns the address of every clip of a language, by name. The addresses change with the content, and are cached
 * forever.
 */
export function listClipAddresses(config: Pick<Config, 'baseUrl'>, language: SpokenLanguage): Record<string, string> {
  const names = [...spokenWords[language], ...Object.keys(phrases[language])]
  return Object.fromEntries(names.map(name => [name, assetPath(config, `speech/${language}/${name}.mp3`)]))
}

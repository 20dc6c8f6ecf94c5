import type { Config } from '../../../../config.ts'
import type { Mode } from '../../../../database/scope.ts'
import { assetPath } from '../../../../web/parts/assets.ts'
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
  },
}

type Phrase = 'rupiah' | 'paid' | 'test' | 'cut' | 'back' | 'missed' | 'look' | 'ready'

/** Returns the clips that announce a payment, in order. Amounts that are too large to be spelled are only displayed. */
export function clipsOf({ amount, mode }: { amount: number; mode: Mode }, language: SpokenLanguage): string[] {
  const sum = amount > spokenMax ? ['look'] : [...spellAmount(amount, language), 'rupiah']
  return [...(mode === 'test' ? ['test'] : []), ...sum, 'paid']
}

/**
 * Returns the address of every clip of a language, by name. The addresses change with the content, and are cached
 * forever.
 */
export function clipAddresses(config: Pick<Config, 'baseUrl'>, language: SpokenLanguage): Record<string, string> {
  const names = [...spokenWords[language], ...Object.keys(phrases[language])]
  return Object.fromEntries(names.map(name => [name, assetPath(config, `speech/${language}/${name}.mp3`)]))
}

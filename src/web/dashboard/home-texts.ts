import type { Language } from '../language.ts'

const id = {
  title: 'Hari ini',
  received: 'Uang masuk',
}

export type HomeTexts = typeof id

const en: HomeTexts = {
  title: 'Today',
  received: 'Received',
}

export const homeTexts: Record<Language, HomeTexts> = { id, en }

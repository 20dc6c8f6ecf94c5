import { type Html, html } from '../../lib/html.ts'

/** A sentence whose words between two marks are drawn in their own way. */
export function markedWords(sentence: string, mark: string, draw: (words: string) => Html): Html[] {
  return sentence.split(mark).map((part, at) => (at % 2 === 1 ? draw(part) : html`${part}`))
}

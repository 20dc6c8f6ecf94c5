import { type Html, html } from '../../../lib/html.ts'

/** Renders a sentence whose text between two marks is formatted differently. */
export function renderMarkedText(sentence: string, mark: string, draw: (words: string) => Html): Html[] {
  return sentence.split(mark).map((part, at) => (at % 2 === 1 ? draw(part) : html`${part}`))
}

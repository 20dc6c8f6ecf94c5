import { type Html, html } from '../../../lib/html.ts'

// With the flag `s`, so that it never fails late: a line break would otherwise make it retry at each position of a long
// name.
const sign = /^((?:\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f\u200d]*)+)\s*(\S.*)$/su

/** Renders a name whose leading symbols screen readers skip: they would read "hot beverage, drinks". */
export function renderSpokenName(name: string): Html {
  const [, signs, words] = sign.exec(name) ?? []
  return signs && words ? html`<span aria-hidden="true">${signs} </span>${words}` : html`${name}`
}

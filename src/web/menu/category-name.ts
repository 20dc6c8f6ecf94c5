import { type Html, html } from '../../lib/html.ts'

const sign = /^((?:\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f\u200d]{0,4}){1,20})\s?(\S.*)$/u

/** A name with its leading signs left out for those who listen: "hot beverage, drinks" is no name. */
export function spokenName(name: string): Html {
  const [, signs, words] = sign.exec(name) ?? []
  return signs && words ? html`<span aria-hidden="true">${signs} </span>${words}` : html`${name}`
}

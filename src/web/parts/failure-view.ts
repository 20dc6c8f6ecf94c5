import type { StoredFailure } from '../../connections/connection.ts'
import { explainFailure } from '../../doctor/failure-texts.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Language } from './language.ts'

/** Renders why a provider is unusable, in the language of the page, followed by the provider's own message. */
export function failureView(failure: StoredFailure, language: Language): Html {
  const { text, detail } = explainFailure(failure, language)
  return html`${text}${detail !== null && html` <small lang="en">${detail}</small>`}`
}

import type { StoredFailure } from '../../connections/connection.ts'
import { explainFailure } from '../../doctor/failure-texts.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Language } from './language.ts'

/** Why a provider is of no use, in the language of the page, and the provider's own words behind it. */
export function failureView(failure: StoredFailure, language: Language): Html {
  const { text, detail } = explainFailure(failure, language)
  return html`${text}${detail !== null && html` <small lang="en">${detail}</small>`}`
}

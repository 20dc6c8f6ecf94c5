import type { Config } from '../../../config.ts'
import { type Html, html, renderVerbatim } from '../../../lib/html.ts'
import { makePath } from '../../../web/parts/address.ts'
import type { Language } from '../../../web/parts/language.ts'
import { docsTexts } from '../texts/docs-texts.ts'
import type { ListedOperation } from './openapi-document.ts'

interface Tried {
  config: Pick<Config, 'baseUrl'>
  language: Language
  listed: ListedOperation
  dialect: string
  /** The key to fill in; empty if the reader has to enter one. */
  key: string
}

/** Renders a form that sends the edited example of an operation, and shows the answer; hidden without its script. */
export function tryForm({ config, language, listed, dialect, key }: Tried): Html {
  const say = docsTexts[language]
  const { method, path } = listed
  const action = makePath(config, path)
  return html`<form class="card try" data-try="${method}" data-dialect="${dialect}" action="${action}" hidden>
<h2>${say.tryIt}</h2><p><small>${say.tryText}${key !== '' && ` ${say.demoKey}`}</small></p>
${inputField({ name: 'key', label: say.key, value: key, kind: 'data-key' })}${formFields(listed, say.body)}
<p><button class="button">${say.send}</button></p>
<div data-answer role="status" aria-label="${say.answered}"></div></form>`
}

function formFields({ method, operation }: ListedOperation, body: string): Html[] {
  const parameterFields = (operation.parameters ?? [])
    .filter(({ in: place, required }) => place === 'query' || required)
    .map(({ name, in: place, example }) => {
      const value = place === 'header' ? 'first-one' : example === undefined ? '' : String(example)
      return inputField({ name, label: name, value, kind: place === 'header' ? 'data-header' : 'data-query' })
    })
  if (method === 'GET') return parameterFields
  const json = operation.requestBody?.content['application/json']
  if (json) {
    const text = JSON.stringify(json.example ?? {}, null, 2)
    return [
      ...parameterFields,
      html`<p class="field"><label for="try-body">${body}</label>
<textarea id="try-body" data-body rows="${Math.min(14, text.split('\n').length + 1)}" spellcheck="false"
  autocapitalize="off">${renderVerbatim(text)}</textarea></p>`,
    ]
  }
  const parts = Object.entries(operation['x-example'] ?? {}).map(([name, value]) =>
    value.startsWith('@')
      ? html`<p class="field"><label for="try-${name}">${name}</label>
<input id="try-${name}" type="file" data-part="${name}"></p>`
      : inputField({ name, label: name, value, kind: 'data-part' }),
  )
  return [...parameterFields, ...parts]
}

interface TryInput {
  name: string
  label: string
  value: string
  /** The attribute by which the script recognises the purpose of the value. */
  kind: 'data-key' | 'data-query' | 'data-header' | 'data-part'
}

function inputField({ name, label, value, kind }: TryInput): Html {
  const id = `try-${name.toLowerCase()}`
  const place = {
    'data-key': html`data-key`,
    'data-query': html`data-query="${name}"`,
    'data-header': html`data-header="${name}"`,
    'data-part': html`data-part="${name}"`,
  }[kind]
  return html`<p class="field"><label for="${id}">${label}</label>
<input id="${id}" ${place} value="${value}" autocomplete="off" autocapitalize="off" spellcheck="false"></p>`
}

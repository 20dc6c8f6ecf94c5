// The searches for endpoints and error codes, the language of samples, and the form that tries an endpoint.

type Field = HTMLInputElement

const storage = 'warung.sample'
/** Words of questions that no page is about. */
const questionWord =
  /^(apa|apakah|bagaimana|gimana|cara|caranya|kenapa|mengapa|saya|how|do|i|what|why|can|my|the|a|to)$/

/** Hides the elements that lack one of the search's words. Returns whether any is left. */
function filterByWords(input: HTMLInputElement, elements: Iterable<HTMLElement>): boolean {
  const all = input.value.toLowerCase().match(/[\p{L}\p{N}._/-]+/gu) ?? []
  const words = all.filter(word => !questionWord.test(word))
  let isAnyShown = false
  for (const element of elements) {
    const text = element.textContent.toLowerCase()
    element.hidden = !words.every(word => text.includes(word))
    isAnyShown ||= !element.hidden
  }
  return isAnyShown
}

function filterEntries(input: HTMLInputElement) {
  for (const group of document.querySelectorAll<HTMLElement>('[data-group]')) {
    group.hidden = !filterByWords(input, group.querySelectorAll('li'))
  }
}

function filterErrors(input: HTMLInputElement) {
  filterByWords(input, document.querySelectorAll<HTMLElement>('[data-error]'))
}

function rememberSample() {
  const samples = [...document.querySelectorAll<HTMLDetailsElement>('[data-sample]')]
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(storage)
  } catch {
    // Without storage each page begins with the first language.
  }
  const knownSample = samples.find(sample => sample.dataset.sample === chosen)
  if (knownSample) knownSample.open = true
  for (const sample of samples) {
    sample.addEventListener('toggle', () => {
      if (!sample.open) return
      try {
        localStorage.setItem(storage, sample.dataset.sample!)
      } catch {
        // Without storage the choice only applies to this page.
      }
    })
  }
}

async function sendRequest(form: HTMLFormElement) {
  const url = new URL(form.action, location.href)
  // The form uses BASE_URL; the page may have been opened under another name of the same machine.
  const address = new URL(url.pathname, location.origin)
  const headers: Record<string, string> = {
    'X-API-Key': form.querySelector<Field>('[data-key]')!.value.trim(),
    'X-API-Variant': form.dataset.dialect!,
  }
  for (const field of form.querySelectorAll<Field>('[data-query]')) {
    if (field.value !== '') address.searchParams.set(field.dataset.query!, field.value)
  }
  for (const field of form.querySelectorAll<Field>('[data-header]')) headers[field.dataset.header!] = field.value
  const body = readBody(form, headers)
  const startedAt = performance.now()
  const answer = await fetch(address, { method: form.dataset.try!, headers, ...(body === null ? {} : { body }) })
  const text = await answer.text()
  const ms = Math.round(performance.now() - startedAt)
  return { line: `${answer.status} · ${ms} ms`, isGood: answer.ok, text: formatJson(text) }
}

function readBody(form: HTMLFormElement, headers: Record<string, string>) {
  const json = form.querySelector<HTMLTextAreaElement>('[data-body]')
  if (json) {
    headers['Content-Type'] = 'application/json'
    return json.value
  }
  const parts = [...form.querySelectorAll<Field>('[data-part]')]
  if (parts.length === 0) return null
  const data = new FormData()
  for (const part of parts) {
    if (part.type !== 'file') data.set(part.dataset.part!, part.value)
    else if (part.files!.length > 0) data.set(part.dataset.part!, part.files![0]!)
  }
  return data
}

function formatJson(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function showResponse(place: Element, { line, isGood, text }: Awaited<ReturnType<typeof sendRequest>>) {
  const status = document.createElement('p')
  status.className = isGood ? 'status good' : 'status bad'
  status.textContent = line
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  pre.textContent = text
  place.replaceChildren(status, pre)
}

const searches = { find: filterEntries, 'find-error': filterErrors }
for (const [id, filter] of Object.entries(searches)) {
  const input = document.getElementById(id) as HTMLInputElement | null
  if (!input) continue
  input.closest<HTMLElement>('[data-find]')!.hidden = false
  input.addEventListener('input', () => filter(input))
}

// On a narrow screen the contents would precede everything else, so they start folded.
const contents = document.querySelector<HTMLDetailsElement>('[data-contents]')
if (contents) {
  if (matchMedia('(max-width: 860px)').matches) contents.open = false
  contents.dataset.contents = 'ready'
}

rememberSample()

for (const form of document.querySelectorAll<HTMLFormElement>('[data-try]')) {
  form.hidden = false
  form.addEventListener('submit', async event => {
    event.preventDefault()
    const button = form.querySelector('button')!
    const place = form.querySelector('[data-answer]')!
    button.disabled = true
    const answer = await sendRequest(form).catch(error => ({ line: String(error.message), isGood: false, text: '' }))
    showResponse(place, answer)
    button.disabled = false
  })
}

// Forms that an authenticator answers. Without one, or without scripts, they stay hidden and other ways are shown.

// The global that its script (webauthn.js) defines.
declare const SimpleWebAuthnBrowser: typeof import('@simplewebauthn/browser')

interface PasskeyForm extends HTMLFormElement {
  readonly elements: HTMLFormControlsCollection & { answer: HTMLInputElement }
}

const { startAuthentication, startRegistration, browserSupportsWebAuthn } = SimpleWebAuthnBrowser

for (const form of document.querySelectorAll<PasskeyForm>('form[data-passkey]')) {
  if (!browserSupportsWebAuthn()) continue
  form.hidden = false
  for (const before of document.querySelectorAll<HTMLElement>('[data-without-passkey]')) before.hidden = true
  form.addEventListener('submit', event => {
    if (form.elements.answer.value !== '') return
    event.preventDefault()
    void answerForm(form, event.submitter)
  })
}

async function answerForm(form: PasskeyForm, button: HTMLElement | null) {
  const failed = form.querySelector<HTMLElement>('[role=alert]')!
  failed.hidden = true
  try {
    const optionsJSON = JSON.parse(form.dataset.options!)
    const credential = await (form.dataset.passkey === 'add'
      ? startRegistration({ optionsJSON })
      : startAuthentication({ optionsJSON }))
    form.elements.answer.value = JSON.stringify(credential)
    form.requestSubmit(button)
  } catch {
    // The error's own message is for programmers.
    failed.hidden = false
  }
}

// Forms that an authenticator fills in. Without one, or without scripts, they stay hidden and other ways are there.
const { startAuthentication, startRegistration, browserSupportsWebAuthn } = SimpleWebAuthnBrowser

for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!browserSupportsWebAuthn()) continue
  form.hidden = false
  for (const before of document.querySelectorAll('[data-without-passkey]')) before.hidden = true
  form.addEventListener('submit', event => {
    if (form.elements.answer.value !== '') return
    event.preventDefault()
    void answer(form, event.submitter)
  })
}

async function answer(form, button) {
  const failed = form.querySelector('[role=alert]')
  failed.hidden = true
  try {
    const optionsJSON = JSON.parse(form.dataset.options)
    const given = await (form.dataset.passkey === 'add'
      ? startRegistration({ optionsJSON })
      : startAuthentication({ optionsJSON }))
    form.elements.answer.value = JSON.stringify(given)
    form.requestSubmit(button)
  } catch {
    // The error's own words are for programmers.
    failed.hidden = false
  }
}

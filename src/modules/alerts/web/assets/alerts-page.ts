// The buttons of the alerts page: sounds in this browser, and push messages to it.

const button = document.querySelector<HTMLButtonElement>('[data-alert-sound]')!
const store = 'warung-alert-sound'

function nameButton(): void {
  button.textContent = localStorage.getItem(store) === 'off' ? button.dataset.off! : button.dataset.on!
}
button.hidden = false
button.addEventListener('click', () => {
  localStorage.setItem(store, localStorage.getItem(store) === 'off' ? 'on' : 'off')
  nameButton()
})
nameButton()

const form = document.querySelector<HTMLFormElement>('[data-push]')
if (form) {
  const start = form.querySelector<HTMLButtonElement>('[data-push-start]')!
  const said = form.querySelector<HTMLElement>('[data-push-said]')!
  if ('serviceWorker' in navigator && 'PushManager' in window) {
    start.hidden = false
    start.addEventListener('click', async () => {
      start.disabled = true
      said.textContent = ''
      try {
        await subscribeBrowser(form)
      } catch {
        said.textContent = Notification.permission === 'denied' ? form.dataset.denied! : form.dataset.failed!
        start.disabled = false
      }
    })
  } else said.textContent = form.dataset.unsupported!
}

async function subscribeBrowser(form: HTMLFormElement): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('not allowed')
  await navigator.serviceWorker.register(form.dataset.worker!)
  const worker = await navigator.serviceWorker.ready
  const applicationServerKey = form.dataset.push!
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint, keys } = subscription.toJSON()
  for (const [field, value] of Object.entries({ endpoint, ...keys })) {
    const input = form.querySelector<HTMLInputElement>(`input[name="${field}"]`)
    if (input && value) input.value = value
  }
  form.submit()
}

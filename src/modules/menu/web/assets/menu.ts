// Follows an order: updates the page when it has changed, and sounds when it is ready, if the guest allowed that.

const pollMs = 5000
const ringMs = 4000
let sound: AudioContext | null = null

function findOrder() {
  return document.getElementById('order')!
}

function isOver() {
  const { phase } = findOrder().dataset
  return phase === 'done' || phase === 'cancelled'
}

function checkOrder() {
  fetch(location.href, { cache: 'no-store', headers: { accept: 'text/html' } })
    .then(answer => (answer.ok ? answer.text() : ''))
    .then(text => {
      const fresh = new DOMParser().parseFromString(text, 'text/html')
      const next = fresh.getElementById('order')
      if (next && next.dataset.phase !== findOrder().dataset.phase) {
        document.title = fresh.title
        findOrder().replaceWith(next)
        document.getElementById('news')!.textContent = fresh.title
        prepareButtons()
        if (['ready', 'sent', 'done'].includes(next.dataset.phase!)) ringBell()
      }
    })
    // Without a connection it retries a moment later.
    .catch(() => {})
    .then(() => {
      if (!isOver()) setTimeout(checkOrder, pollMs)
    })
}

function prepareButtons() {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => copyNumber(button))
  }
  const button = document.querySelector<HTMLButtonElement>('[data-ring]')
  const phase = findOrder().dataset.phase
  if (!button || isOver() || phase === 'ready' || !window.AudioContext) return
  button.hidden = false
  if (sound) showRinging(button)
  button.addEventListener('click', () => {
    // Browsers play sounds only after a press.
    sound = sound || new AudioContext()
    sound.resume()
    playTone(0, 0.1)
    showRinging(button)
  })
}

function showRinging(button: HTMLButtonElement) {
  button.textContent = button.dataset.rings!
  button.disabled = true
}

/** Copies the tracking number, which the courier's page asks for. */
async function copyNumber(button: HTMLElement) {
  const { copy: number, copied } = button.dataset
  const isCopied = await navigator.clipboard?.writeText(number!).then(
    () => true,
    () => false,
  )
  // A frame may write to the clipboard only if the surrounding page allows it.
  if (!isCopied) {
    const input = document.createElement('textarea')
    input.value = number!
    button.after(input)
    input.select()
    document.execCommand('copy')
    input.remove()
  }
  button.textContent = copied!
}

function ringBell() {
  if (navigator.vibrate) navigator.vibrate([300, 150, 300])
  if (!sound) return
  for (let at = 0; at < ringMs / 1000; at += 0.8) playTone(at, 0.5)
}

function playTone(at: number, length: number) {
  const tone = sound!.createOscillator()
  const volume = sound!.createGain()
  const begin = sound!.currentTime + at
  tone.frequency.value = 880
  volume.gain.setValueAtTime(0.3, begin)
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length)
  tone.connect(volume).connect(sound!.destination)
  tone.start(begin)
  tone.stop(begin + length)
}

prepareButtons()
if (!isOver()) setTimeout(checkOrder, pollMs)

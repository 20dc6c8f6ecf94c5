// Reads the code of a receipt with the camera and sends it with the form beside it, as a scanner that types does. What
// is in the code is never opened: the shop alone says whether it is one of its receipts.

const root = document.getElementById('camera')
const find = id => document.getElementById(id)
const video = find('video')
const everyMs = 150
const widthMax = 800

let stream = null

/** Answers with a function that reads the text in the picture of the moment; nothing where there is none. */
async function openReader() {
  const formats = (await window.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (formats.includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async () => (await detector.detect(video).catch(() => []))[0]?.rawValue
  }
  await import(root.dataset.decoder)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return () => {
    const scale = Math.min(1, widthMax / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    return self.jsQR(data, width, height)?.data
  }
}

async function open() {
  find('open-camera').hidden = true
  say('')
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
    video.srcObject = stream
    const [read] = await Promise.all([openReader(), video.play()])
    for (const id of ['video', 'close-camera']) find(id).hidden = false
    say(root.dataset.looking)
    find('close-camera').focus()
    look(read)
  } catch (error) {
    close()
    say(error.name === 'NotAllowedError' ? root.dataset.refused : root.dataset.missing)
  }
}

async function look(read) {
  if (!stream) return
  const text = video.videoWidth > 0 ? await read() : null
  if (!text || !stream) {
    setTimeout(() => look(read), everyMs)
    return
  }
  close()
  const field = find('receipt')
  field.value = text.slice(0, field.maxLength)
  field.form.requestSubmit()
}

function close() {
  for (const track of stream?.getTracks() ?? []) track.stop()
  stream = null
  for (const id of ['video', 'close-camera']) find(id).hidden = true
  find('open-camera').hidden = false
  say('')
}

function say(words) {
  find('camera-state').textContent = words ?? ''
}

root.hidden = false
if (navigator.mediaDevices?.getUserMedia) {
  find('open-camera').addEventListener('click', open)
  find('close-camera').addEventListener('click', () => {
    close()
    find('open-camera').focus()
  })
  addEventListener('pagehide', close)
} else {
  // Browsers have no camera for pages that came over plain http from another machine.
  find('open-camera').hidden = true
  say(root.dataset.https)
}

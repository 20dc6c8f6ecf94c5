// Looks for a code with the camera. It never opens the text: the page that requested it interprets it.

type Decode = (picture: ImageData) => string | null | undefined

interface Reader<Decoder> {
  formats: string[]
  decoderOf(decoder: Decoder): Decode
  found(text: string): unknown
}

// The type library does not have it yet.
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
declare const BarcodeDetector: {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}
declare global {
  interface Window {
    BarcodeDetector?: typeof BarcodeDetector
  }
}

const root = document.getElementById('camera')!
type ElementOf<Id extends string> = Id extends 'video' ? HTMLVideoElement : HTMLElement
const find = <Id extends string>(id: Id) => document.getElementById(id) as ElementOf<Id>
const everyMs = 150
const widthMax = 800

let stream: MediaStream | null = null

/**
 * Opens the camera when its button is pressed. `formats` are requested from the browser; if it reads none of them,
 * `decoderOf` fetches a decoder. `found` gets the text after the camera is closed.
 */
export function listenToCamera<Decoder>({ formats, decoderOf, found }: Reader<Decoder>) {
  root.hidden = false
  if (!navigator.mediaDevices?.getUserMedia) {
    // Browsers offer no camera to pages loaded over plain http from another machine.
    find('open-camera').hidden = true
    showCameraState(root.dataset.https)
    return
  }
  find('open-camera').addEventListener('click', () => openCamera(() => openReader(formats, decoderOf), found))
  find('close-camera').addEventListener('click', () => {
    closeCamera()
    find('open-camera').focus()
  })
  addEventListener('pagehide', closeCamera)
}

/** Returns a function that reads the text in the current picture; undefined if no reader is available. */
async function openReader<Decoder>(formats: string[], decoderOf: Reader<Decoder>['decoderOf']) {
  const video = find('video')
  const known = (await window.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (formats.every(format => known.includes(format))) {
    const detector = new BarcodeDetector({ formats })
    return async () => (await detector.detect(video).catch(() => []))[0]?.rawValue
  }
  const decode = decoderOf(await import(root.dataset.decoder!))
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  return () => {
    const scale = Math.min(1, widthMax / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    return decode(context.getImageData(0, 0, canvas.width, canvas.height))
  }
}

type Read = () => string | null | undefined | Promise<string | undefined>

async function openCamera(reader: () => Promise<Read>, takeText: (text: string) => unknown) {
  const video = find('video')
  find('open-camera').hidden = true
  showCameraState('')
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
    video.srcObject = stream
    const [read] = await Promise.all([reader(), video.play()])
    for (const id of ['video', 'close-camera']) find(id).hidden = false
    showCameraState(root.dataset.looking)
    find('close-camera').focus()
    lookForCode(read, takeText)
  } catch (error) {
    closeCamera()
    showCameraState((error as Error).name === 'NotAllowedError' ? root.dataset.refused : root.dataset.missing)
  }
}

async function lookForCode(read: Read, takeText: (text: string) => unknown) {
  if (!stream) return
  const text = find('video').videoWidth > 0 ? await read() : null
  if (!text || !stream) {
    setTimeout(() => lookForCode(read, takeText), everyMs)
    return
  }
  closeCamera()
  takeText(text)
}

export function closeCamera() {
  for (const track of stream?.getTracks() ?? []) track.stop()
  stream = null
  for (const id of ['video', 'close-camera']) find(id).hidden = true
  find('open-camera').hidden = false
  showCameraState('')
}

function showCameraState(words?: string) {
  find('camera-state').textContent = words ?? ''
}

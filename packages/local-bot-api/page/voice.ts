import { encodeFile, type SentFile } from './api.ts'
import { formatDuration } from './bubble.ts'
import { drawIcon, h, type IconName, showToast } from './dom.ts'
import { t } from './words.ts'

const secondsMax = 300
/** The formats that a browser may record, with their file extensions. */
const formats = [
  ['audio/ogg;codecs=opus', 'ogg'],
  ['audio/webm;codecs=opus', 'weba'],
  ['audio/mp4', 'm4a'],
]

interface Recording {
  seconds(): number
  stop(): Promise<SentFile>
}

/**
 * Returns the button that records, and the row that replaces the field during a recording. `onRecorded` is called with
 * the file.
 */
export function createVoiceRecorder(onRecorded: (file: SentFile) => unknown) {
  let recording: Recording | undefined
  let ticking: number | undefined
  const time = h('span.voice-time', { testid: 'voice-time', role: 'timer' })
  const element = h(
    'div.composer-row.voice-row',
    { hidden: true },
    rowButton('voice-cancel', t.stopRecording, 'close', () => endRecording(false)),
    h('span.voice-sign', { 'aria-hidden': 'true' }),
    h('span', {}, t.recording),
    time,
    rowButton('voice-send', t.send, 'send', () => endRecording(true)),
  )
  const button = rowButton('voice-button', t.record, 'microphone', beginRecording)

  async function beginRecording() {
    recording = await startRecording()
    if (!recording) return showToast(t.noMicrophone)
    ticking = setInterval(updateTime, 250)
    updateTime()
    showRecorder(true)
  }

  function updateTime() {
    time.textContent = formatDuration(recording!.seconds())
    if (recording!.seconds() >= secondsMax) endRecording(true).catch(error => showToast(error.message))
  }

  async function endRecording(isWanted: boolean) {
    clearInterval(ticking)
    const file = await recording!.stop()
    showRecorder(false)
    // A shorter recording does not contain any sound yet.
    if (isWanted && file.duration! < 1) showToast(t.tooShort)
    else if (isWanted) onRecorded(file)
  }

  function showRecorder(isRecording: boolean) {
    element.hidden = !isRecording
    element.parentElement!.classList.toggle('is-recording', isRecording)
  }

  return { element, button }
}

function rowButton(testid: string, label: string, sign: IconName, onclick: () => unknown) {
  return h(
    `button.icon-button${sign === 'send' ? '.send' : ''}`,
    { type: 'button', testid, 'aria-label': label, onclick: () => onclick() },
    drawIcon(sign),
  )
}

/** Starts recording; returns undefined without a microphone or the permission to use it. */
async function startRecording(): Promise<Recording | undefined> {
  const [mimeType, ending] = formats.find(([type]) => globalThis.MediaRecorder?.isTypeSupported(type!)) ?? []
  const stream = mimeType && (await navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => undefined))
  if (!stream) return undefined
  const recorder = new MediaRecorder(stream, { mimeType })
  const chunks: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data))
  recorder.start()
  const begun = Date.now()
  const seconds = () => Math.floor((Date.now() - begun) / 1000)
  return {
    seconds,
    async stop() {
      const duration = seconds()
      await new Promise(resolve => {
        recorder.addEventListener('stop', resolve)
        recorder.stop()
      })
      for (const track of stream.getTracks()) track.stop()
      return { ...(await encodeFile(new File(chunks, `suara.${ending}`))), duration }
    },
  }
}

// The clips of a soundbox: loaded once, without the silence at their ends.

declare global {
  interface Window {
    /** Safari's older name. */
    webkitAudioContext?: typeof AudioContext
  }
}

const retryMs = 1500
const quiet = 0.01

const Context = window.AudioContext || window.webkitAudioContext
export const audio = Context ? new Context() : null!
export const sounds: Record<string, ReturnType<typeof trimSilence>> = {}

export function loadClip(name: string, address: string): Promise<void> {
  return fetch(address)
    .then(answer => answer.arrayBuffer())
    .then(bytes => new Promise<AudioBuffer>((resolve, reject) => audio.decodeAudioData(bytes, resolve, reject)))
    .then(buffer => {
      sounds[name] = trimSilence(buffer)
    })
    .catch(() => new Promise(resolve => setTimeout(resolve, retryMs)).then(() => loadClip(name, address)))
}

// Encoders add silence before and after a sound, which would leave gaps between joined words.
function trimSilence(buffer: AudioBuffer) {
  const samples = buffer.getChannelData(0)
  let from = 0
  let to = samples.length
  while (from < to && Math.abs(samples[from]!) < quiet) from++
  while (to > from && Math.abs(samples[to - 1]!) < quiet) to--
  return { buffer, from: from / buffer.sampleRate, length: (to - from) / buffer.sampleRate }
}

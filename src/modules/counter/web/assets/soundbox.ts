// Deliberately plain and old-fashioned, because the phone on the counter is often the oldest one. A module, so that its
// names are local.

import type { OrderNews, PaidNews, SoundboxNews, SoundboxWords } from '../soundbox/soundbox-news.ts'
import { audio, loadClip, sounds } from './soundbox-sounds.ts'

type ElementOf<Id extends string> = Id extends 'voice' ? HTMLSelectElement : HTMLElement

// The server sends something every two seconds.
const silenceMsMax = 6000
const reconnectMs = 1500
// The time limit of a connection attempt.
const connectMsMax = 5000
const alarmEveryMs = 20000
const pauseS = 0.3
// More payments than this at once are only shown on the screen.
const saidAtOnceMax = 10
const rememberedMax = 300
const shownMax = 20

const page = document.getElementById('soundbox')!
const texts: SoundboxWords = JSON.parse(page.dataset.texts!)
const phrases: Record<string, string> = JSON.parse(page.dataset.phrases!)
const clips: Record<string, string> = JSON.parse(page.dataset.clips!)
const memory = `soundbox-${page.dataset.device}`
const find = <Id extends string>(id: Id) => document.getElementById(id) as ElementOf<Id>

// Announced news, by id; `after` is how far the stream was read.
const known = readMemory()
let source: EventSource | null = null
let connectingSince = 0
let heardAt = performance.now()
let isCut = false
let alarmedAt = 0
let isStarted = false
type News = PaidNews & Partial<Pick<OrderNews, 'kind' | 'text'>>
// News that arrived before the button was pressed.
let waiting: News[] = []

/* Sound: sentences one after another, the words of each joined without a gap. */

let loaded: Promise<unknown> | null = null
const sentences: string[][] = []
let isSpeaking = false

function queueSentence(names: string[], isUrgent?: boolean) {
  if (isUrgent) sentences.unshift(names)
  else sentences.push(names)
  speakNext()
}

function speakNext() {
  if (isSpeaking || sentences.length === 0) return
  isSpeaking = true
  const names = sentences.shift()!
  const voice = chosenVoice()
  if (voice) sayBy(voice, names)
  else playClips(names)
}

function finishSentence() {
  isSpeaking = false
  speakNext()
}

function playClips(names: string[]) {
  if (audio.state !== 'running') return askForSound(names)
  find('starting').hidden = true
  let at = audio.currentTime + 0.03
  const begun = at
  for (const name of names) {
    const sound = sounds[name]
    if (!sound) continue
    const player = audio.createBufferSource()
    player.buffer = sound.buffer
    player.connect(audio.destination)
    player.start(at, sound.from, sound.length)
    at += sound.length
  }
  setTimeout(finishSentence, (at - begun + pauseS) * 1000)
}

// A phone call stops the sound. It resumes automatically if the browser allows that, otherwise after another press.
let retry = 0
function askForSound(names: string[]) {
  sentences.unshift(names)
  isSpeaking = false
  find('starting').hidden = false
  audio.resume()
  clearTimeout(retry)
  retry = setTimeout(speakNext, 500)
}

function sayBy(voice: SpeechSynthesisVoice, names: string[]) {
  const utterance = new SpeechSynthesisUtterance(names.map(name => phrases[name] || name).join(' '))
  let isOver = false
  const end = () => {
    if (!isOver) setTimeout(finishSentence, pauseS * 1000)
    isOver = true
  }
  utterance.voice = voice
  utterance.lang = voice.lang
  utterance.onend = end
  // The recordings are used if the phone's own voice fails.
  utterance.onerror = () => {
    if (!isOver) playClips(names)
    isOver = true
  }
  speechSynthesis.speak(utterance)
  // Some phones never report the end.
  setTimeout(end, 20000)
}

/* Returns the voices of the phone that work without a network. */

function localVoices() {
  if (!window.speechSynthesis) return []
  return speechSynthesis.getVoices().filter(voice => {
    return voice.localService && voice.lang.toLowerCase().slice(0, 2) === page.dataset.language
  })
}

function chosenVoice() {
  return localVoices().find(voice => voice.voiceURI === find('voice').value)
}

function offerVoices() {
  const select = find('voice')
  const chosen = select.value || readStored(`${memory}-voice`) || ''
  while (select.options.length > 1) select.remove(1)
  for (const voice of localVoices()) select.add(new Option(voice.name, voice.voiceURI))
  select.value = [...select.options].some(option => option.value === chosen) ? chosen : ''
  find('voices').hidden = select.options.length < 2
}

/* The stored state, which survives a reload. */

function readStored(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function writeStored(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A private window stores nothing.
  }
}

function readMemory(): { after: number; said: string[] } {
  const listed = [...document.querySelectorAll<HTMLElement>('#paid li')].map(entry => entry.dataset.id!)
  const fresh = { after: Number(page.dataset.from), said: listed }
  try {
    return JSON.parse(readStored(memory)!) || fresh
  } catch {
    return fresh
  }
}

function rememberNews(news: News) {
  known.after = Math.max(known.after, news.at)
  known.said = known.said.concat(news.id).slice(-rememberedMax)
  writeStored(memory, JSON.stringify(known))
}

/* The stream. */

function openStream() {
  if (source) source.close()
  connectingSince = performance.now()
  source = new EventSource(`${page.dataset.events}&after=${known.after}`)
  const mine = source
  source.addEventListener('beat', noteSignal)
  source.addEventListener('paid', event => {
    noteSignal()
    const { payments }: SoundboxNews['paid'] = JSON.parse(event.data)
    takeNews(payments)
  })
  source.addEventListener('orders', event => {
    noteSignal()
    const { orders }: SoundboxNews['orders'] = JSON.parse(event.data)
    takeNews(orders)
  })
  source.addEventListener('phone', event => {
    const { text }: SoundboxNews['phone'] = JSON.parse(event.data)
    find('phone').textContent = text ?? ''
    find('phone').hidden = !text
  })
  source.addEventListener('revoked', () => location.reload())
  source.onerror = () => {
    mine.close()
    setTimeout(() => {
      if (source === mine) openStream()
    }, reconnectMs)
  }
}

function noteSignal() {
  heardAt = performance.now()
  connectingSince = 0
  if (!isCut) return
  isCut = false
  showState()
  if (isStarted) queueSentence(['back'])
}

function takeNews(received: News[]) {
  const isNew = ({ id }: News) => !known.said.includes(id) && !waiting.some(other => other.id === id)
  const news = received.filter(isNew)
  for (const one of news) listNews(one)
  if (isStarted) announceNews(news)
  else waiting = waiting.concat(news.map(one => ({ ...one, isMissed: true })))
}

function announceNews(news: News[]) {
  for (const one of news) rememberNews(one)
  const silent = silentKinds()
  const said = news.filter(({ kind }) => !kind || !silent.includes(kind))
  const missed = said.filter(({ isMissed }) => isMissed)
  if (missed.length > 0) queueSentence(missed.length > saidAtOnceMax ? ['missed', 'look'] : ['missed'])
  for (const one of missed.slice(-saidAtOnceMax)) queueSentence(one.clips)
  for (const one of said) if (!one.isMissed) queueSentence(one.clips)
}

/* The orders that this phone does not announce, which its owner has unticked. */

function silentKinds(): string[] {
  return (readStored(`${memory}-silent`) || '').split(' ')
}

function offerKinds() {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[name="kind"]')]
  const silent = silentKinds()
  for (const box of boxes) {
    box.checked = !silent.includes(box.value)
    box.addEventListener('change', () => {
      const off = boxes.filter(({ checked }) => !checked).map(({ value }) => value)
      writeStored(`${memory}-silent`, off.join(' '))
    })
  }
}

function listNews({ id, amount, time, isMissed, kind, text }: News) {
  find('last').textContent = kind ? `${text} ${amount}` : amount
  // The list already shows its money.
  if (kind === 'paid_order') return
  const entries = find('paid')
  if (entries.querySelector(`[data-id="${id}"]`)) return
  const entry = document.createElement('li')
  const sum = document.createElement('b')
  const when = document.createElement('span')
  entry.dataset.id = id
  sum.textContent = amount
  when.textContent = [...(text && kind ? [text] : []), time, ...(isMissed ? [texts.missed] : [])].join(' · ')
  entry.append(sum, ' ', when)
  entries.prepend(entry)
  while (entries.children.length > shownMax) entries.lastChild!.remove()
  find('none').hidden = true
}

function watchStream() {
  const now = performance.now()
  if (now - heardAt < silenceMsMax) return
  if (!isCut) {
    isCut = true
    alarmedAt = 0
    showState()
  }
  if (isStarted && (alarmedAt === 0 || now - alarmedAt > alarmEveryMs)) {
    alarmedAt = now
    queueSentence(['cut'], true)
  }
  // A stream that fell silent does not recover, so it is opened again.
  if (connectingSince === 0 || now - connectingSince > connectMsMax) openStream()
}

/* The page. */

function showState() {
  const state = isCut ? 'cut' : isStarted ? 'on' : 'off'
  page.dataset.state = state
  find('state').textContent = texts[state]
  find('cut-hint').hidden = !isCut
}

function startSoundbox() {
  Promise.all([audio.resume(), loaded]).then(() => {
    if (isStarted) return
    isStarted = true
    find('starting').hidden = true
    find('running').hidden = false
    find('try').focus()
    showState()
    stayAwake()
    queueSentence(['ready'])
    announceNews(waiting.splice(0))
  })
}

let lock: WakeLockSentinel | null = null
function stayAwake() {
  if (!navigator.wakeLock || document.hidden || !isStarted) {
    if (!navigator.wakeLock) find('awake').textContent = texts.notAwake
    return
  }
  navigator.wakeLock.request('screen').then(
    got => {
      lock = got
      find('awake').textContent = texts.awake
    },
    () => {
      if (!lock || lock.released) find('awake').textContent = texts.notAwake
    },
  )
}

function preparePage() {
  document.querySelector<HTMLElement>('[data-scripted]')!.hidden = false
  if (!audio || !window.EventSource) {
    find('starting').hidden = true
    find('no-sound').hidden = false
    return
  }
  loaded = Promise.all(Object.keys(clips).map(name => loadClip(name, clips[name]!)))
  offerKinds()
  offerVoices()
  if (window.speechSynthesis) speechSynthesis.onvoiceschanged = offerVoices
  find('start').addEventListener('click', startSoundbox)
  find('try').addEventListener('click', () => queueSentence(['ready']))
  find('voice').addEventListener('change', event => {
    writeStored(`${memory}-voice`, (event.target as HTMLSelectElement).value)
    queueSentence(['ready'])
  })
  // A wake lock ends when the page is hidden, and on some phones the sound too.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !isStarted) return
    audio.resume()
    stayAwake()
  })
  openStream()
  setInterval(watchStream, 500)
}

preparePage()

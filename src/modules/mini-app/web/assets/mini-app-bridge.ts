// Talks to the Telegram app around a Mini App: https://core.telegram.org/api/web-events and
// https://core.telegram.org/api/bots/webapps name the events.

type Data = Record<string, unknown>
type Handler = (data: Data) => void

interface Around extends Window {
  TelegramWebviewProxy?: { postEvent(type: string, data: string): void }
  external: Window['external'] & { notify?(text: string): void }
  Telegram?: object
  TelegramGameProxy?: object
  TelegramGameProxy_receiveEvent?: unknown
}

const around = window as unknown as Around
const handlers = new Map<string, Handler[]>()
const isFramed = window.parent !== window

/** Whether the page is in a web view of an app, and not in a frame of a browser. */
export const isNative = Boolean(around.TelegramWebviewProxy || around.external?.notify)
/** Whether there may be a Telegram app around this page. */
export const hasApp = isNative || isFramed

export function sendEvent(type: string, data: Data = {}) {
  if (around.TelegramWebviewProxy) around.TelegramWebviewProxy.postEvent(type, JSON.stringify(data))
  else if (around.external?.notify) around.external.notify(JSON.stringify({ eventType: type, eventData: data }))
  // The policy of this page allows only Telegram as its parent.
  else if (isFramed) window.parent.postMessage(JSON.stringify({ eventType: type, eventData: data }), '*')
}

export function onEvent(type: string, handler: Handler) {
  handlers.set(type, [...(handlers.get(type) ?? []), handler])
}

function handleEvent(type: string, data: unknown) {
  for (const handler of handlers.get(type) ?? []) handler((data ?? {}) as Data)
}

const receiveEvent = (type: string, data: unknown) => handleEvent(type, data)
around.Telegram = { WebView: { receiveEvent } }
around.TelegramGameProxy = { receiveEvent }
around.TelegramGameProxy_receiveEvent = receiveEvent

addEventListener('message', event => {
  if (event.source !== window.parent || typeof event.data !== 'string') return
  try {
    const { eventType, eventData } = JSON.parse(event.data)
    if (typeof eventType === 'string') handleEvent(eventType, eventData)
  } catch {}
})

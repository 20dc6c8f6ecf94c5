// Shows push messages, even while no page is open, and opens their subjects.

interface PushMessage {
  title: string
  body: string
  tag: string
  url: string
}

interface PushEvent extends Event {
  data: { json(): PushMessage } | null
  waitUntil(work: Promise<unknown>): void
}

interface ClickEvent extends PushEvent {
  notification: Notification & { data: Pick<PushMessage, 'url'> }
}

interface Tab {
  url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}

interface Worker {
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
  registration: ServiceWorkerRegistration
  clients: { matchAll(options: object): Promise<Tab[]>; openWindow(url: string): Promise<unknown> }
}

const worker = globalThis as unknown as Worker

worker.addEventListener('push', event => {
  const message = event.data?.json()
  if (!message) return
  const { title, body, tag, url } = message
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: { url } }))
})

worker.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.url))
})

async function openPage(url: string): Promise<unknown> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(each => each.url === url)
  return tab ? tab.focus() : worker.clients.openWindow(url)
}

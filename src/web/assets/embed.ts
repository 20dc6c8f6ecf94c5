// Opens a bill in a frame above any page:
//
//   <a href="https://pay.example/b/<slug>">Bayar</a>
//   <script async src="https://pay.example/embed.js" data-bill="<slug>"></script>
//
// Links to the bill open it in place; a page without one gets a button in place of the script. Without the script the
// link still leads to the bill. The amount is the bill's own: the embedding page cannot change it. Once it is paid, the
// element that was pressed receives `warung:paid`; trust your callbacks, not the page.

import type { FrameNews } from './embed-frame.ts'

type Tag = keyof HTMLElementTagNameMap
type Styles = Partial<CSSStyleDeclaration>
type Properties<Name extends Tag> = Partial<HTMLElementTagNameMap[Name]>

// Constants in a block, so that they do not become global names of the page, as functions would.
if (document.currentScript?.dataset.bill) {
  const script = document.currentScript as HTMLScriptElement
  const slug = script.dataset.bill
  const base = script.src.slice(0, script.src.lastIndexOf('/embed.js'))
  const home = new URL(base).origin
  const page = `${base}/b/${slug}`
  const lang = /^en/i.test(script.dataset.lang || document.documentElement.lang) ? 'en' : 'id'
  const say = {
    id: { pay: 'Bayar dengan QRIS', title: 'Pembayaran', close: 'Tutup', own: 'Buka di halaman sendiri' },
    en: { pay: 'Pay with QRIS', title: 'Payment', close: 'Close', own: 'Open on its own page' },
  }[lang]

  // Frames get no cookie in most browsers, so the surrounding page stores who opened the bill.
  let browser: string | null | undefined
  const browserName = () => {
    try {
      browser = browser || localStorage.getItem('warung-browser')
    } catch {}
    if (!/^[\w-]{22}$/.test(browser || '')) {
      const bytes = crypto.getRandomValues(new Uint8Array(22))
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      browser = Array.from(bytes, byte => letters[byte & 63]).join('')
      try {
        localStorage.setItem('warung-browser', browser)
      } catch {}
    }
    return browser
  }

  // By properties, because a page may forbid styles in its markup.
  const createStyled = <Name extends Tag>(name: Name, styles: Styles, properties?: Properties<Name>) => {
    const element = Object.assign(document.createElement(name), properties)
    Object.assign(element.style, styles)
    return element
  }

  const bar = (close: () => void) => {
    const row = createStyled('div', {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'center',
      padding: '4px 8px 4px 16px',
      font: '16px/1.4 system-ui, sans-serif',
      background: '#0c6e58',
      color: '#fff',
    })
    row.append(
      createStyled('a', { color: '#fff' }, { href: page, target: '_blank', rel: 'noopener', textContent: say.own }),
      createStyled(
        'button',
        { font: 'inherit', color: '#fff', background: 'transparent', border: '0', padding: '12px', cursor: 'pointer' },
        { type: 'button', textContent: `${say.close} ✕`, onclick: close },
      ),
    )
    return row
  }

  const open = (opener: Element) => {
    // A dialog traps the keyboard focus, closes with Escape, and returns the focus to the element that opened it.
    const dialog = createStyled('dialog', {
      padding: '0',
      border: '0',
      borderRadius: '16px',
      overflow: 'hidden',
      width: 'min(440px, calc(100vw - 16px))',
      maxWidth: 'none',
      maxHeight: 'calc(100dvh - 16px)',
      background: '#f3f5f1',
    })
    dialog.setAttribute('aria-label', say.title)
    const query = new URLSearchParams({ parent: location.origin, browser: browserName()!, lang })
    const frame = createStyled(
      'iframe',
      { display: 'block', width: '100%', height: '480px', maxHeight: 'calc(100dvh - 72px)', border: '0' },
      { src: `${base}/embed/${slug}?${query}`, title: say.title, allow: 'clipboard-write' },
    )
    const close = () => dialog.close()

    const news: Record<FrameNews['what'], (data: FrameNews) => void> = {
      ready: () => frame.focus(),
      height: ({ height }) => {
        if (height! > 0) frame.style.height = `${height}px`
      },
      close,
      paid: ({ invoice }) => dispatchNews('paid', { invoice }),
    }

    function dispatchNews(what: string, more?: object) {
      opener.dispatchEvent(new CustomEvent(`warung:${what}`, { bubbles: true, detail: { bill: slug, ...more } }))
    }

    function receiveMessage({ source, origin, data }: MessageEvent) {
      if (source !== frame.contentWindow || origin !== home || data?.kind !== 'warung') return
      const { what }: FrameNews = data
      if (Object.hasOwn(news, what)) news[what](data)
    }

    addEventListener('message', receiveMessage)
    dialog.addEventListener('close', () => {
      removeEventListener('message', receiveMessage)
      dialog.remove()
      dispatchNews('closed')
    })
    dialog.append(bar(close), frame)
    document.body.append(dialog)
    dialog.showModal()
  }

  const pressed = (event: MouseEvent) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]')
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || link.href.split(/[?#]/)[0] !== page || !isPlain || link.closest('dialog')) return
    event.preventDefault()
    open(link)
  }

  const button = () => {
    if (Array.from(document.links).some(link => link.href.split(/[?#]/)[0] === page)) return
    const style = {
      font: '600 16px/1 system-ui, sans-serif',
      color: '#fff',
      background: '#0c6e58',
      textDecoration: 'none',
    }
    const more = { display: 'inline-block', padding: '14px 20px', borderRadius: '12px' }
    script.after(createStyled('a', { ...style, ...more }, { href: page, textContent: script.dataset.text || say.pay }))
  }

  // Old browsers follow the link.
  if (window.HTMLDialogElement) document.addEventListener('click', pressed)
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', button)
  else button()
}

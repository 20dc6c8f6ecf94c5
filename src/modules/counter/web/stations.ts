import { z } from 'zod'
import { Category } from '../../../catalog/category.ts'
import { html } from '../../../lib/html.ts'
import { mayDo } from '../../../people/membership.ts'
import { backLink, card } from '../../../web/parts/card.ts'
import { actButton, checkbox, field, hiddenField, inlineForm, refusedBanner } from '../../../web/parts/forms.ts'
import { RowId } from '../../../web/parts/inputs.ts'
import { definePage } from '../../../web/parts/page.ts'
import { rowEntry, rowList } from '../../../web/parts/table.ts'
import { makeMemberActor } from '../../../web/parts/visit.ts'
import { addStation, removeStation, setStationPrinter } from '../tables/change-stations.ts'
import { KitchenStation, printerMax, stationNameMax } from '../tables/kitchen-station.ts'
import { counterSettingsTexts } from '../texts/counter-settings-texts.ts'

const words = {
  id: {
    lead: 'Tempat yang menyiapkan barang, misalnya dapur dan bar. Bon yang disimpan mencetak tiket di tiap tempat.',
    stations: 'Tempat',
    none: 'Belum ada tempat. Tanpa tempat tidak ada tiket.',
    add: 'Tambah tempat',
    name: 'Nama tempat',
    categories: 'Kategori yang disiapkan di sini',
    noCategories: 'Buat kategori dulu di Katalog.',
    remove: 'Hapus',
    printer: 'Alamat printer di jaringan (boleh kosong)',
    printerHint:
      'Misalnya 192.168.1.50:9100. Toko mengirim tiket langsung ke printer ini. ' +
      'Alamatnya harus ada di OUTBOUND_ALLOW. Tanpa printer, kasir mencetak tiket lewat browser.',
    prints: (printer: string) => `Printer ${printer}`,
    setPrinter: 'Simpan printer',
    printerOf: (station: string) => `Printer ${station}`,
  },
  en: {
    lead: 'Places that prepare goods, such as kitchen and bar. A saved bill prints a ticket for each of them.',
    stations: 'Stations',
    none: 'No stations yet. Without stations no tickets are printed.',
    add: 'Add a station',
    name: 'Name of the station',
    categories: 'Categories prepared here',
    noCategories: 'Add categories in the catalogue first.',
    remove: 'Remove',
    printer: 'Address of its network printer (optional)',
    printerHint:
      'Such as 192.168.1.50:9100. The shop sends tickets straight to this printer. ' +
      'OUTBOUND_ALLOW must have the address. Without a printer, the counter prints tickets by the browser.',
    prints: (printer: string) => `Printer ${printer}`,
    setPrinter: 'Save the printer',
    printerOf: (station: string) => `Printer of ${station}`,
  },
}

const prefix = 'category_'

/** The owner's page of places that get tickets for ordered items. */
export const stationsPage = definePage({
  path: '/dashboard/counter/stations',
  role: 'read',
  input: z.object({}),
  async load(app, { scope }) {
    const em = app.em({ accountId: scope.accountId })
    const orderBy = { position: 'asc', id: 'asc' } as const
    return {
      stations: await em.find(KitchenStation, {}, { orderBy: { id: 'asc' } }),
      categories: await em.find(Category, { isActive: true }, { orderBy, limit: 200 }),
    }
  },
  view({ language, refusal, loaded, given, fieldErrors: errors, visit, to }) {
    const say = words[language]
    const { title, stations } = counterSettingsTexts[language]
    const mayChange = mayDo(visit.account.role, 'settings')
    const names = new Map(loaded.categories.map(({ publicId, name }) => [publicId, name]))
    const printerField = { name: 'printer', label: say.printer, maxlength: printerMax }
    const rows = loaded.stations.map(({ id, name, categories, printer }) => {
      const prepared = categories.flatMap(category => names.get(category) ?? []).join(', ')
      const about = printer === null ? prepared : `${prepared} · ${say.prints(printer)}`
      const remove = mayChange && inlineForm({ station: id }, actButton('remove', say.remove, 'quiet'))
      const change = html`<details><summary>${say.printerOf(name)}</summary><form method="post" novalidate>
        ${hiddenField('station', id)}
        ${field({ ...printerField, id: `printer-${id}`, value: printer ?? '' })}
        ${actButton('printer', say.setPrinter, 'quiet')}
      </form></details>`
      return html`<li>${rowEntry(name, about)} ${remove} ${mayChange && change}</li>`
    })
    const ticks = loaded.categories.map(({ publicId, name }) =>
      checkbox({ name: `${prefix}${publicId}`, value: '1', label: name, isOn: given[`${prefix}${publicId}`] === '1' }),
    )
    const form = html`<form method="post" novalidate>
      ${field({ name: 'name', label: say.name, value: given.name, maxlength: stationNameMax, errors })}
      <fieldset class="ticks"><legend>${say.categories}</legend>${ticks}</fieldset>
      ${field({ ...printerField, hint: say.printerHint, value: given.printer, errors })}
      ${actButton('add', say.add)}
    </form>`
    return {
      title: stations,
      body: html`${backLink(to('/dashboard/counter'), title)}<h1>${stations}</h1><p class="lead">${say.lead}</p>
        ${refusedBanner({ language, refusal, labels: { name: say.name, printer: say.printer } })}
        ${card(say.stations, rowList(rows, say.none))}
        ${mayChange && card(say.add, loaded.categories.length > 0 ? form : html`<p>${say.noCategories}</p>`)}`,
    }
  },
  act: {
    add: {
      role: 'settings',
      fields: z.object({ name: z.string().max(200) }).catchall(z.string().max(200)),
      async run(app, visit, { name, printer = '', ...ticked }) {
        const categories = Object.keys(ticked).flatMap(key => (key.startsWith(prefix) ? key.slice(prefix.length) : []))
        const { language } = visit
        await addStation(app, { name, categories, printer, language }, makeMemberActor(visit))
        return { done: 'saved' }
      },
    },
    printer: {
      role: 'settings',
      fields: z.object({ station: RowId, printer: z.string().max(printerMax) }),
      async run(app, visit, { station, printer }) {
        await setStationPrinter(app, { station, printer, language: visit.language }, makeMemberActor(visit))
        return { done: 'saved' }
      },
    },
    remove: {
      role: 'settings',
      fields: z.object({ station: RowId }),
      async run(app, visit, { station }) {
        await removeStation(app, station, makeMemberActor(visit))
        return { done: 'saved' }
      },
    },
  },
})

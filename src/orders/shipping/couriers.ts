/** A courier, as data. */
interface Courier {
  name: string
  /**
   * The courier's tracking page; `{number}` is replaced by the parcel's number. Null if each parcel has its own link.
   */
  link: string | null
}

const ownCourier: Record<'id' | 'en', string> = { id: 'Kurir toko', en: 'Our own courier' }

const couriers = {
  // JNE's page asks for the last five digits of the recipient's phone number before it shows the parcel.
  jne: { name: 'JNE', link: 'https://cekresi.jne.co.id/{number}' },
  jnt: { name: 'J&T Express', link: 'https://jet.co.id/track' },
  sicepat: { name: 'SiCepat', link: 'https://www.sicepat.com/checkAwb' },
  anteraja: { name: 'AnterAja', link: 'https://anteraja.id/id/tracking/{number}' },
  ninja: { name: 'Ninja Xpress', link: 'https://www.ninjaxpress.co/id-id/tracking?id={number}' },
  pos: { name: 'Pos Indonesia', link: 'https://www.posindonesia.co.id/id/tracking/{number}' },
  gosend: { name: 'GoSend', link: null },
  grabexpress: { name: 'GrabExpress', link: null },
  own: { name: ownCourier.id, link: null },
} satisfies Record<string, Courier>

export type CourierId = keyof typeof couriers

export const courierIds = Object.keys(couriers) as [CourierId, ...CourierId[]]

export function readCourier(text: string | undefined): CourierId | undefined {
  return courierIds.find(id => id === text)
}

/** Returns the name that customers know. A courier added by a later version is named by its id. */
export function findCourierName(id: string, language: 'id' | 'en'): string {
  const known = readCourier(id)
  if (known === undefined) return id
  return known === 'own' ? ownCourier[language] : couriers[known].name
}

/**
 * Returns the tracking page of this parcel, or the courier's page that asks for the number; null if the courier has
 * neither.
 */
export function makeTrackingLink(id: CourierId, number: string | null): string | null {
  const { link }: Courier = couriers[id]
  if (link === null || number === null) return null
  return link.replace('{number}', encodeURIComponent(number))
}

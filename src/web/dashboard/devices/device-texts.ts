import type { DeviceKind } from '../../../counter/device.ts'
import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Perangkat',
  lead: 'Ponsel atau tablet di konter. Perangkat yang terpasang hanya membuka halamannya sendiri, bukan dasbor ini.',
  none: 'Belum ada perangkat. Buat kode, lalu buka di ponsel yang akan dipakai.',
  kinds: { kasir: 'Kasir', soundbox: 'Kotak suara' } as Record<DeviceKind, string>,
  kind: 'Untuk apa',
  add: 'Pasang perangkat',
  name: 'Nama perangkat',
  nameHint: 'Supaya kamu mengenalinya: “Tablet depan”.',
  make: 'Buat kode',
  paired: (when: string) => `terpasang ${when}`,
  seen: (when: string) => `terakhir dipakai ${when}`,
  awaited: (when: string) => `kode berlaku sampai ${when}`,
  works: 'Terpasang',
  waits: 'Menunggu kode',
  revoked: 'Dilepas',
  revoke: 'Lepas',
  sureRevoke: (name: string) => `Lepas “${name}”?`,
  sureRevokeText: 'Perangkat itu langsung tidak bisa dipakai lagi. Struk yang sudah dicek tetap tercatat.',
  codeTitle: 'Buka ini di perangkatnya',
  codeText: (kind: string, name: string) => `${kind} “${name}”. Kode ini ditampilkan sekali ini saja.`,
  steps: 'Pindai kode QR dengan kamera perangkat itu, atau buka alamatnya dan ketik kodenya.',
  code: 'Kode',
  address: 'Alamat',
  until: (when: string) => `Berlaku sampai ${when}, untuk satu perangkat.`,
  qr: 'Kode QR untuk memasang perangkat',
  done: 'Selesai',
}

export type DeviceTexts = typeof id

const en: DeviceTexts = {
  title: 'Devices',
  lead: 'Phones and tablets at the counter. A paired device opens its own page alone, not this dashboard.',
  none: 'No devices yet. Make a code and open it on the phone that will be used.',
  kinds: { kasir: 'Counter', soundbox: 'Soundbox' },
  kind: 'What for',
  add: 'Pair a device',
  name: 'Name of the device',
  nameHint: 'So that you know it again: “Front tablet”.',
  make: 'Make a code',
  paired: when => `paired ${when}`,
  seen: when => `last used ${when}`,
  awaited: when => `code good until ${when}`,
  works: 'Paired',
  waits: 'Waits for its code',
  revoked: 'Revoked',
  revoke: 'Revoke',
  sureRevoke: name => `Revoke “${name}”?`,
  sureRevokeText: 'The device stops working at once. The receipts that it has checked stay marked.',
  codeTitle: 'Open this on the device',
  codeText: (kind, name) => `${kind} “${name}”. This code is shown this once.`,
  steps: 'Scan the QR code with the device’s camera, or open the address and type the code.',
  code: 'Code',
  address: 'Address',
  until: when => `Good until ${when}, for one device.`,
  qr: 'QR code that pairs a device',
  done: 'Done',
}

export const deviceTexts: Record<Language, DeviceTexts> = { id, en }

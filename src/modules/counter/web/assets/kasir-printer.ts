// Sends a receipt to a 58 mm printer without a driver: by Bluetooth, USB or a serial port, if the browser supports
// them. The script is loaded when it is first needed; the shop provides the bytes.

// The type library lacks these.
declare const navigator: {
  bluetooth?: { requestDevice(options: { filters: { services: string[] }[] }): Promise<BluetoothPrinter> }
  usb?: {
    getDevices(): Promise<UsbPrinter[]>
    requestDevice(options: { filters: { classCode: number }[] }): Promise<UsbPrinter>
  }
  serial?: { getPorts(): Promise<SerialPrinter[]>; requestPort(): Promise<SerialPrinter> }
}

interface BluetoothPrinter {
  gatt: { connect(): Promise<BluetoothServer> }
}

interface BluetoothServer {
  getPrimaryService(id: string): Promise<{ getCharacteristic(id: string): Promise<BluetoothWriter> }>
  disconnect(): void
}

interface BluetoothWriter {
  writeValueWithResponse(bytes: Uint8Array): Promise<void>
}

interface UsbPrinter {
  configuration: {
    interfaces: { interfaceNumber: number; alternate: UsbAlternate; alternates: UsbAlternate[] }[]
  } | null
  open(): Promise<void>
  selectConfiguration(number: number): Promise<void>
  claimInterface(number: number): Promise<void>
  transferOut(endpoint: number, bytes: Uint8Array): Promise<unknown>
  close(): Promise<void>
}

interface UsbAlternate {
  interfaceClass: number
  endpoints: { endpointNumber: number; direction: 'in' | 'out' }[]
}

interface SerialPrinter {
  open(options: { baudRate: number }): Promise<void>
  writable: WritableStream<Uint8Array>
  close(): Promise<void>
}

/** Lets the cashier choose the printer, and writes to it. */
export type PrintBytes = (bytes: Uint8Array) => Promise<void>

// The service and characteristic to which cheap receipt printers accept writes.
const service = '000018f0-0000-1000-8000-00805f9b34fb'
const characteristic = '00002af1-0000-1000-8000-00805f9b34fb'
const bluetoothBytes = 100
const printerClass = 7
const baudRate = 9600

/** The ways to reach a printer in this browser. Each lets the cashier choose the printer, and writes to it. */
export const printers = {
  bluetooth: navigator.bluetooth && byBluetooth,
  usb: navigator.usb && byUsb,
  serial: navigator.serial && bySerial,
}

async function byBluetooth(bytes: Uint8Array) {
  const device = await navigator.bluetooth!.requestDevice({ filters: [{ services: [service] }] })
  const server = await device.gatt.connect()
  try {
    const writer = await (await server.getPrimaryService(service)).getCharacteristic(characteristic)
    for (let at = 0; at < bytes.length; at += bluetoothBytes)
      await writer.writeValueWithResponse(bytes.subarray(at, at + bluetoothBytes))
  } finally {
    server.disconnect()
  }
}

async function byUsb(bytes: Uint8Array) {
  const [known] = await navigator.usb!.getDevices()
  const device = known ?? (await navigator.usb!.requestDevice({ filters: [{ classCode: printerClass }] }))
  await device.open()
  try {
    if (device.configuration === null) await device.selectConfiguration(1)
    const { interfaceNumber, alternate } = device.configuration!.interfaces.find(({ alternates }) =>
      alternates.some(({ interfaceClass }) => interfaceClass === printerClass),
    )!
    await device.claimInterface(interfaceNumber)
    const { endpointNumber } = alternate.endpoints.find(({ direction }) => direction === 'out')!
    await device.transferOut(endpointNumber, bytes)
  } finally {
    await device.close()
  }
}

async function bySerial(bytes: Uint8Array) {
  const [known] = await navigator.serial!.getPorts()
  const port = known ?? (await navigator.serial!.requestPort())
  await port.open({ baudRate })
  const writer = port.writable.getWriter()
  try {
    await writer.write(bytes)
  } finally {
    writer.releaseLock()
    await port.close()
  }
}

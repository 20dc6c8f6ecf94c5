import { createHash, createHmac } from 'node:crypto'

// Bodies and headers of public forwarder apps, field by field as their own code writes them; names are replaced.

/**
 * fadzPay, by `payload` in `forwarder.sh` of install_fadzpay_v2.sh and install_fadzpay_shopee.sh
 * (https://github.com/Matsumiko/fadzPay). `when` is what Termux:API prints, a local time without an offset
 * (`NotificationListAPI.java` of https://github.com/termux/termux-api), or milliseconds in forks that read it directly.
 */
export function fadzpayBody(amount: number, content: string, when: string) {
  const [pkg, title] = ['com.gojek.gopaymerchant', 'Pembayaran diterima']
  const key = `0|${pkg}|0|null|10213`
  return {
    source: 'gopay_merchant',
    package: pkg,
    title,
    content,
    when,
    key,
    fingerprint: createHash('sha256').update(`${pkg}|${title}|${content}|${when}|${key}`).digest('hex'),
    amount,
    device_id: 'S8-WIFI',
  }
}

export const fadzpaySecrets = { token: 'token-of-the-server', pin: '123456' }

/** The headers of `post_json` in the same script. */
export function fadzpayHeaders(secret: string, ms = String(Date.now())) {
  return (body: string): Record<string, string> => ({
    'content-type': 'application/json',
    'x-forwarder-token': fadzpaySecrets.token,
    'x-forwarder-pin': fadzpaySecrets.pin,
    'x-device-id': 'S8-WIFI',
    'x-ts': ms,
    'x-signature': createHmac('sha256', secret).update(`${ms}.${body}`).digest('hex'),
  })
}

/** `payload` of `heartbeat.sh` in install_fadzpay_heartbeat.sh, which posts it to `/status/heartbeat`. */
export function fadzpayHeartbeat({ lines = 0, running = 1 } = {}) {
  return {
    app: 'fadzPay',
    device: { model: 'SM-G950F', android: '9', id: 'ce0117' },
    api_base: 'https://shop.example/hooks/mutations/1',
    net: { ok: true },
    probe: { http_code: 404, latency_ms: 81 },
    queue: { lines },
    forwarder: { tmux_running: 1, running },
    wifi: { ssid: 'TOKO', ip: '192.168.1.7' },
    telephony: {},
    ts_ms: Date.now(),
  }
}

/** The add-on sends no `X-Forwarder-Token`. */
export function fadzpayHeartbeatHeaders(secret: string) {
  return (body: string) => {
    const { 'x-forwarder-token': _, 'x-device-id': __, ...headers } = fadzpayHeaders(secret)(body)
    return headers
  }
}

/** "Body (JSON)" of index.html in https://github.com/darmariduan/docs-payhook: `timestamp` is device local time. */
export function payhookBody(amount: number, timestamp: string) {
  return {
    event_id: `evt_1752300000000_${amount}`,
    event_type: 'payment.incoming',
    amount,
    source: 'BCA Mobile',
    reference: 'PH-1711425600000',
    timestamp,
    package_name: 'com.bca',
    notification_title: 'Dana masuk',
    notification_text: `Dana masuk Rp ${amount.toLocaleString('id')},00 dari BUDI CONTOH`,
    sent_by: 'PayHook',
  }
}

/** "Contoh Payload Heartbeat" of the same page, whose headers have no nonce. */
export const payhookHeartbeat = () => ({
  type: 'heartbeat',
  device_id: 'ph-a1b2c3d4e5f6',
  app_version: '1.5.0',
  listener_connected: true,
  battery_optimized: false,
  last_event_at: null,
  sent_at: Date.now(),
})

export function payhookHeaders(secret: string, nonce?: string) {
  return (body: string): Record<string, string> => {
    const time = String(Math.floor(Date.now() / 1000))
    return {
      'x-payhook-timestamp': time,
      'x-payhook-signature': `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
      ...(nonce === undefined ? {} : { 'x-payhook-nonce': nonce }),
    }
  }
}

/** `bodyJson` of WebhookClient.kt in https://github.com/ItsAzni/NotificationForwarder, without a template. */
export const notificationForwarderBody = (text: string, postedAt: number) => ({
  deviceId: 'a1b2c3',
  packageName: 'com.gojek.gopay',
  appName: 'GoPay',
  title: 'GoPay',
  text,
  postedAt,
  notificationKey: '0|com.gojek.gopay|7|null|10213',
})

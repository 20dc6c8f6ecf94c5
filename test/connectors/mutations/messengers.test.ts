import { expect, test } from 'vitest'
import { builtInApps, hasChat } from '../../../src/connectors/mutations/apps.ts'

// The ids of Google Play, and of the phones' own apps, in which strangers choose the title and the text.
const messengers = {
  'WhatsApp, and for business': ['com.whatsapp', 'com.whatsapp.w4b'],
  Telegram: ['org.telegram.messenger', 'org.telegram.messenger.web', 'org.thunderdog.challegram'],
  'other messengers': [
    ...['jp.naver.line.android', 'com.facebook.orca', 'com.facebook.mlite', 'org.thoughtcrime.securesms'],
    ...['com.viber.voip', 'com.tencent.mm', 'com.michatapp.im', 'com.truecaller'],
  ],
  'communities with messages': [
    ...['com.instagram.android', 'com.discord', 'com.facebook.katana', 'com.twitter.android'],
    ...['com.snapchat.android', 'com.zhiliaoapp.musically', 'com.ss.android.ugc.trill'],
  ],
  'short messages': [
    ...['com.google.android.apps.messaging', 'com.samsung.android.messaging', 'com.android.mms'],
    ...['com.miui.sms', 'com.coloros.mms'],
  ],
  mail: ['com.google.android.gm', 'com.microsoft.office.outlook', 'com.yahoo.mobile.client.android.mail'],
  'a ride with chats': ['com.gojek.app'],
}

test.each(Object.entries(messengers))('strangers write in %s', (_name, packages) => {
  expect(packages.filter(name => !hasChat(name))).toEqual([])
})

test('strangers do not write in apps of banks and wallets', () => {
  const quiet = builtInApps.filter(app => !app.hasChat).flatMap(({ packages }) => packages)
  expect(quiet).toContain('com.bca')
  expect(quiet.filter(hasChat)).toEqual([])
})

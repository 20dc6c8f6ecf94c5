import { describe, expect, test } from 'vitest'
import { checkInitData } from '../../../src/modules/mini-app/check-init-data.ts'
import { signedInitData } from './sign.ts'

/** Signed data, published with its token: validate_test.go of github.com/Telegram-Mini-Apps/init-data-golang. */
const published = {
  token: '5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8',
  initData:
    'query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name' +
    '%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D' +
    '&auth_date=1662771648&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2',
  at: new Date(1662771648_000),
}
/**
 * Signed data of 2024, with the field for third parties and published with its token:
 * apps/docs/packages/init-data-golang.md of github.com/Telegram-Mini-Apps/telegram-apps.
 */
const recent = {
  token: '7342037359:AAHI25ES9xCOMPokpYoz-p8XVrZUdygo2J4',
  initData:
    'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22' +
    'Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22' +
    'allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F' +
    '4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private' +
    '&auth_date=1733509682&signature=TYJxVcisqbWjtodPepiJ6ghziUL94-KNpG8Pau-X7oNNLNBM72APCpi_RKiUlBvcqo5L-LAxIc3dnTzcZ' +
    'X_PDg&hash=a433d8f9847bd6addcc563bff7cc82c89e97ea0d90c11fe5729cae6796a36d73',
}
const { token, initData, at } = published
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)

describe('the data with which Telegram opens a Mini App', () => {
  test("Telegram's init data is read as Telegram signed it", () => {
    const told = checkInitData(initData, { token, now: at })
    expect(told?.user).toMatchObject({ id: 279058397, first_name: 'Vladislav', language_code: 'ru' })
    expect(told?.startParam).toBeNull()
  })

  test.each([
    ['a character of its hash differs', initData.replace('c501b', 'c501c'), token],
    ['a value was changed', initData.replace('Vladislav', 'Vladimir'), token],
    ['a field was added', `${initData}&start_param=p_1`, token],
    ['a field comes twice', `${initData}&hash=0`, token],
    ['it has no hash', initData.replace(/&hash=.*/, ''), token],
    ['it is empty', '', token],
    ['another bot opened it', initData, token.replace('AAH5', 'AAH6')],
  ])('init data is refused if %s', (_, text, by) => {
    expect(checkInitData(text, { token: by, now: at })).toBeNull()
  })

  test('init data is accepted for an hour, and five minutes early, because clocks differ', () => {
    const taken = [-301, -300, 0, 3600, 3601].map(s => checkInitData(initData, { token, now: later(s) }) !== null)
    expect(taken).toEqual([false, true, true, true, false])
  })

  test('the signature of init data covers `signature` too, which third parties leave out', () => {
    const now = new Date(1733509682_000)
    expect(checkInitData(recent.initData, { token: recent.token, now })?.user).toMatchObject({
      id: 279058397,
      first_name: 'Vladislav + - ? /',
      allows_write_to_pm: true,
    })
    const without = recent.initData.replace(/&signature=[^&]*/, '')
    expect(checkInitData(without, { token: recent.token, now })).toBeNull()
  })

  test('init data is refused above 4 KB, and without a person', () => {
    const long = signedInitData(token, { auth_date: at, start_param: 'x'.repeat(4096) })
    expect(checkInitData(long, { token, now: at })).toBeNull()
    for (const user of [undefined, '{', '{}', '{"id":1,"first_name":"Bot","is_bot":true}', 'null']) {
      expect(checkInitData(signedInitData(token, { auth_date: at, user }), { token, now: at })).toBeNull()
    }
  })
})

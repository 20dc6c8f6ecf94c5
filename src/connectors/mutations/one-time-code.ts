/**
 * Returns whether a text contains a code that signs a person in or confirms a transfer, which is never stored. The
 * usual warning "jangan berikan kode OTP" under a payment does not count.
 */
export function hasOneTimeCode(text: string): boolean {
  const sentences = text.split(/[\n!?]+|\.(?=\s|$)/)
  const isAbout = (sentence: string) => topic.test(sentence)
  const isWarning = (sentence: string) => warning.test(sentence) && !hasCode(sentence)
  return hasCode(text) && sentences.some(sentence => isAbout(sentence) && !isWarning(sentence))
}

const topic = new RegExp(
  [
    '\\b(otp|m?tan|tac|passcode|one[- ]?time)\\b',
    '\\b(kode|code|pin|password|sandi|token)\\b.{0,20}\\b(otp|verif\\w*|otori\\w*|a?[ou]tenti\\w*|keamanan|rahasia)',
    '\\b(kode|pin|sandi) (login|masuk|akses|aktivasi|konfirmasi|sekali pakai|sementara|kamu|anda|mu)\\b',
    '\\b(verif\\w*|security|login|log-?in|access|auth\\w*|confirmation|activation) (code|pin|password)\\b',
    '\\b(your|the) code\\b|\\bcode is\\b|\\bis your\\b.{0,30}\\bcode\\b',
  ].join('|'),
  'i',
)

const warning =
  /\b(jangan|dilarang|tidak pernah|rahasiakan|waspada|hati-hati|never|do not|don.t|beware|meminta|minta|asks? for)\b/i

/**
 * Returns whether a text contains a number of four to eight digits, or mixed letters and digits. Amounts, dates, times
 * and longer numbers do not count.
 */
function hasCode(text: string): boolean {
  const rest = text
    .replaceAll(/\b(rp|idr)[.\s]*\d[\d.,]*(,-)?/gi, ' ')
    .replaceAll(/\b\d{1,3}([.,]\d{3})+([.,]\d{2})?\b/g, ' ')
    .replaceAll(/\b\d{1,4}[/-]\d{1,2}[/-]\d{1,4}\b|\b\d{1,2}[:.]\d{2}([:.]\d{2})?\b|\b20\d\d\b/g, ' ')
    .replaceAll(/[+*x]\d+|(?<!\d)\d+[*x]+\d*/gi, ' ')
  return /(?<![\w-])(\d{4,8}|\d{3}[ -]\d{3,4}|[A-Z]{1,3}-\d{4,8}|(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{5,8})(?![\w-])/.test(
    rest,
  )
}

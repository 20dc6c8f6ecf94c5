package id.warung.forwarder;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognises texts that hold a one-time code, which must not leave the phone. */
final class OneTimeCode {
    private static final Pattern WORDS = Pattern.compile(
        "\\b(otp|kode\\s+(verifikasi|rahasia|akses|masuk|aktivasi|otentikasi|sekali)|verification\\s+code|security\\s+code"
            + "|passcode|one[\\s-]*time|auth(entication|orization)?\\s+code|login\\s+code|token|tac|m-?pin|pin)\\b");
    /** A warning about codes, as found in payment notices; it ends with its sentence. */
    private static final Pattern WARNING = Pattern.compile(
        "\\b(jangan|dilarang|tidak\\s+pernah|waspada|hati-hati|do\\s+not|don'?t|never|beware)\\b[^.!?\\n]*[.!?\\n]?");
    /** Separate digits, or letters and digits, that are not an amount, a date or a time. */
    private static final Pattern CODE = Pattern.compile("(?<![\\p{L}\\d.,:/-])(?=[a-z]{0,3}-?\\d)[a-z]{0,3}-?\\d{4,8}(?![\\p{L}\\d]|[.,:/-]\\d)");
    private static final Pattern AMOUNT = Pattern.compile("\\b(rp|idr)\\.?\\s*\\d[\\d.,]*");

    private OneTimeCode() {}

    /**
     * Whether the text must be withheld. A payment notice with the usual warning ("Jangan berikan OTP kepada siapa pun")
     * is not: the words about codes are only in its warning.
     */
    static boolean isIn(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        boolean hasAmount = AMOUNT.matcher(lower).find();
        String read = hasAmount ? WARNING.matcher(lower).replaceAll(" ") : lower;
        if (!WORDS.matcher(read).find()) return false;
        Matcher code = CODE.matcher(AMOUNT.matcher(read).replaceAll(" "));
        return code.find();
    }
}

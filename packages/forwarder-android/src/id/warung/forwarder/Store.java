package id.warung.forwarder;

import android.content.Context;
import android.content.SharedPreferences;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** The pairing and a few facts for the screen and the heartbeat. Everything that must not be lost is in the Queue. */
final class Store {
    /** Milliseconds to add to the phone's clock to get the server's. */
    static final String CLOCK_OFFSET = "clock_offset";
    static final String LAST_NOTICE = "last_notice";
    static final String LAST_SENT = "last_sent";
    static final String DROPPED = "dropped";
    static final String LAST_PROBLEM = "last_problem";
    static final String TEST_RESULT = "test_result";
    static final String KEEP_ALIVE = "keep_alive";
    /** Set once the server has answered 410: the shop has ended this pairing. */
    static final String CUT_OFF = "cut_off";

    private final SharedPreferences preferences;

    Store(Context context) {
        preferences = context.getApplicationContext().getSharedPreferences("store", Context.MODE_PRIVATE);
    }

    boolean isPaired() {
        return !url().isEmpty() && !secret().isEmpty();
    }

    /** The address to which events are posted. */
    String url() {
        return text("url");
    }

    String secret() {
        return text("secret");
    }

    /** The shop's own name for the connection, as the screen shows it. */
    String shop() {
        return text("shop");
    }

    /** The packages whose notifications may leave the phone. */
    Set<String> apps() {
        return preferences.getStringSet("apps", Collections.<String>emptySet());
    }

    /**
     * A random name by which the shop distinguishes the phones of one account. It is created with the pairing, or at
     * its first use if an earlier version paired.
     */
    synchronized String device() {
        if (text("device").isEmpty()) preferences.edit().putString("device", UUID.randomUUID().toString()).commit();
        return text("device");
    }

    /** Returns whether the pairing is on disk. */
    boolean pair(String url, String secret, String shop, Set<String> apps) {
        SharedPreferences.Editor edit = preferences.edit();
        // Another shop must not recognise the phone.
        if (!url.equals(text("named_for"))) edit.putString("device", UUID.randomUUID().toString());
        return edit.putString("named_for", url)
            .putString("url", url).putString("secret", secret).putString("shop", shop)
            .putStringSet("apps", new HashSet<String>(apps))
            .putLong(CLOCK_OFFSET, 0).putLong(CUT_OFF, 0).putLong(DROPPED, 0).putString(LAST_PROBLEM, "")
            .commit();
    }

    void unpair(boolean byServer) {
        preferences.edit().remove("url").remove("secret").remove("apps").putLong(CUT_OFF, byServer ? 1 : 0).commit();
    }

    long number(String name) {
        return preferences.getLong(name, 0);
    }

    void number(String name, long value) {
        preferences.edit().putLong(name, value).apply();
    }

    String text(String name) {
        return preferences.getString(name, "");
    }

    void text(String name, String value) {
        preferences.edit().putString(name, value).apply();
    }

    /** The server's time, as far as the phone knows it. */
    long now() {
        return System.currentTimeMillis() + number(CLOCK_OFFSET);
    }
}

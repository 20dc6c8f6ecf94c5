package id.warung.forwarder;

import android.content.Context;
import android.os.PowerManager;
import java.io.File;
import java.io.IOException;
import java.security.SecureRandom;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.json.JSONException;
import org.json.JSONObject;

/** Sends the waiting events to the shop, oldest first, in the native form of docs/connectors/mutations.md. */
final class Sender {
    static final ExecutorService THREAD = Executors.newSingleThreadExecutor();
    /** With a clock error of this size, the shop would reject every signature. */
    private static final long CLOCK_TOLERANCE_MS = 60000;
    private static final long WAKE_MS = 60000;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Sender() {}

    static Queue queue(Context context) {
        return new Queue(new File(context.getFilesDir(), "queue"));
    }

    /** Sends soon, on the one thread that sends; a job tries again if anything is left. */
    static void start(Context context) {
        final Context app = context.getApplicationContext();
        final PowerManager.WakeLock lock = wakeLock(app);
        lock.acquire(WAKE_MS);
        THREAD.execute(() -> {
            try {
                if (!drain(app)) WorkJob.retry(app);
            } finally {
                if (lock.isHeld()) lock.release();
            }
        });
    }

    static PowerManager.WakeLock wakeLock(Context context) {
        PowerManager power = (PowerManager) context.getSystemService(Context.POWER_SERVICE);
        return power.newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "warung:send");
    }

    /** Returns false if something is left that must be tried again. */
    static synchronized boolean drain(Context context) {
        Store store = new Store(context);
        Queue queue = queue(context);
        for (File file : queue.waiting()) {
            if (!store.isPaired()) return true;
            int status;
            try {
                status = send(store, Queue.read(file));
            } catch (IOException e) {
                store.text(Store.LAST_PROBLEM, describe(e));
                return false;
            }
            if (isStored(status)) {
                file.delete();
                store.number(Store.LAST_SENT, System.currentTimeMillis());
                store.text(Store.LAST_PROBLEM, "");
            } else if (isRefusedForGood(status)) {
                queue.setAside(file);
                store.text(Store.LAST_PROBLEM, "HTTP " + status);
            } else {
                store.text(Store.LAST_PROBLEM, "HTTP " + status);
                if (status == 410) store.unpair(true);
                return status == 410;
            }
        }
        return true;
    }

    /** Sends the state of the phone. Returns an empty text if the shop accepted it, otherwise the problem. */
    static String beat(Context context, boolean isTest) {
        Store store = new Store(context);
        if (!store.isPaired()) return "";
        try {
            JSONObject body = Health.read(context).put("type", "heartbeat").put("device_id", store.device())
                .put("sent_at", store.now());
            if (isTest) body.put("test", true);
            int status = send(store, body.toString().getBytes(Digest.UTF8));
            if (status == 410) store.unpair(true);
            if (!isStored(status)) return "HTTP " + status;
            store.number(Store.LAST_SENT, System.currentTimeMillis());
            return "";
        } catch (JSONException e) {
            return describe(e);
        } catch (IOException e) {
            return describe(e);
        }
    }

    /** Whether the shop has the event: 409 means that it had it before. */
    private static boolean isStored(int status) {
        return (status >= 200 && status < 300) || status == 409;
    }

    private static boolean isRefusedForGood(int status) {
        return status == 400 || status == 413 || status == 422;
    }

    private static int send(Store store, byte[] body) throws IOException {
        Http.Answer answer = signed(store, body);
        // The shop rejects a signature with the wrong time; its answer contains the right one.
        if (answer.status == 401 && correctClock(store, answer)) answer = signed(store, body);
        return answer.status;
    }

    private static Http.Answer signed(Store store, byte[] body) throws IOException {
        String time = String.valueOf(store.now() / 1000);
        Map<String, String> headers = new HashMap<String, String>();
        headers.put("X-Mutation-Timestamp", time);
        headers.put("X-Mutation-Nonce", nonce());
        headers.put("X-Mutation-Signature", "sha256=" + Digest.hmac(store.secret(), (time + ".").getBytes(Digest.UTF8), body));
        headers.put("User-Agent", "WarungForwarder/" + Health.VERSION);
        return Http.post(store.url(), body, headers);
    }

    private static String nonce() {
        return Long.toHexString(RANDOM.nextLong()) + Long.toHexString(RANDOM.nextLong());
    }

    private static boolean correctClock(Store store, Http.Answer answer) {
        long server = serverTime(answer);
        if (server == 0 || Math.abs(server - store.now()) < CLOCK_TOLERANCE_MS) return false;
        store.number(Store.CLOCK_OFFSET, server - System.currentTimeMillis());
        return true;
    }

    private static long serverTime(Http.Answer answer) {
        try {
            SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT);
            format.setTimeZone(TimeZone.getTimeZone("UTC"));
            return format.parse(new JSONObject(answer.body).getString("server_time")).getTime();
        } catch (JSONException e) {
            // The answer may come from a proxy: its header has the time too.
            return answer.date;
        } catch (ParseException e) {
            return answer.date;
        }
    }

    static String describe(Exception e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}

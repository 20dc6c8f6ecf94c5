package id.warung.forwarder;

import android.app.Notification;
import android.content.res.Resources;
import android.os.Bundle;
import android.os.Parcelable;
import android.service.notification.StatusBarNotification;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** Reduces a notification to the fields that the shop reads. Nothing is parsed here, because wordings change. */
final class Notice {
    /** Characters of one field; Android itself cuts a text at 5,120. */
    static final int FIELD_MAX = 8000;
    static final int LIST_MAX = 30;
    private static final String[] WORDS = {"title", "text", "big_text", "title_big", "sub_text", "summary_text", "ticker"};

    private Notice() {}

    /** Returns the body of one event (docs/connectors/mutations.md), without words if these hold a one-time code. */
    static JSONObject read(StatusBarNotification posted) throws JSONException {
        Notification notification = posted.getNotification();
        Bundle extras = notification.extras == null ? new Bundle() : notification.extras;
        JSONObject body = new JSONObject();
        body.put("type", "notification");
        body.put("package_name", posted.getPackageName());
        body.put("user", posted.getUser().hashCode());
        body.put("notificationKey", cut(posted.getKey(), 500));
        body.put("occurred_at", posted.getPostTime());
        body.put("when", notification.when);
        body.put("group_summary", (notification.flags & Notification.FLAG_GROUP_SUMMARY) != 0);
        body.put("ongoing", posted.isOngoing());
        body.put("category", notification.category == null ? "" : notification.category);
        body.put("title", field(extras, Notification.EXTRA_TITLE));
        body.put("text", field(extras, Notification.EXTRA_TEXT));
        body.put("big_text", field(extras, Notification.EXTRA_BIG_TEXT));
        body.put("title_big", field(extras, Notification.EXTRA_TITLE_BIG));
        body.put("sub_text", field(extras, Notification.EXTRA_SUB_TEXT));
        body.put("summary_text", field(extras, Notification.EXTRA_SUMMARY_TEXT));
        body.put("ticker", notification.tickerText == null ? "" : cut(notification.tickerText.toString(), FIELD_MAX));
        body.put("lines", lines(extras));
        body.put("messages", messages(extras));
        body.put("event_id", identity(body));
        if (isHidden(body.getString("text")) || isHidden(body.getString("title"))) body.put("hidden", true);
        return OneTimeCode.isIn(allWords(body)) ? withheld(body) : body;
    }

    /**
     * The same key, time and words mean the same notification: an app posts it again for an icon or a new rank. Some
     * apps set no time; then the time of posting distinguishes two payments of one amount.
     */
    private static String identity(JSONObject body) throws JSONException {
        long when = body.getLong("when") > 0 ? body.getLong("when") : body.getLong("occurred_at");
        return Digest.sha256(body.getInt("user") + "|" + body.getString("notificationKey") + "|" + when + "|"
            + allWords(body));
    }

    private static String allWords(JSONObject body) throws JSONException {
        StringBuilder words = new StringBuilder();
        for (String name : WORDS) words.append(body.getString(name)).append('\n');
        return words.append(body.getJSONArray("lines")).append('\n').append(body.getJSONArray("messages")).toString();
    }

    private static JSONObject withheld(JSONObject body) throws JSONException {
        for (String name : WORDS) body.put(name, "");
        return body.put("lines", new JSONArray()).put("messages", new JSONArray()).put("withheld", true);
    }

    private static JSONArray lines(Bundle extras) {
        JSONArray lines = new JSONArray();
        CharSequence[] texts = extras.getCharSequenceArray(Notification.EXTRA_TEXT_LINES);
        if (texts == null) return lines;
        for (CharSequence each : texts) {
            if (lines.length() < LIST_MAX && each != null) lines.put(cut(each.toString(), FIELD_MAX));
        }
        return lines;
    }

    private static JSONArray messages(Bundle extras) throws JSONException {
        JSONArray messages = new JSONArray();
        Parcelable[] items = extras.getParcelableArray(Notification.EXTRA_MESSAGES);
        if (items == null) return messages;
        for (Parcelable each : items) {
            if (!(each instanceof Bundle) || messages.length() == LIST_MAX) continue;
            Bundle message = (Bundle) each;
            messages.put(new JSONObject().put("text", field(message, "text")).put("sender", field(message, "sender"))
                .put("time", message.getLong("time")));
        }
        return messages;
    }

    /** Android 15 and newer may replace the notification's words with the system's own. */
    private static boolean isHidden(String text) {
        Resources system = Resources.getSystem();
        int id = system.getIdentifier("redacted_notification_message", "string", "android");
        return id != 0 && !text.isEmpty() && text.equals(system.getString(id));
    }

    private static String field(Bundle bundle, String name) {
        // Styled text is a CharSequence but no String, for which getString() returns null.
        Object value = bundle.get(name);
        return value instanceof CharSequence ? cut(value.toString(), FIELD_MAX) : "";
    }

    private static String cut(String text, int length) {
        if (text.length() <= length) return text;
        // Half of a surrogate pair is not valid UTF-8.
        return text.substring(0, Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length);
    }
}

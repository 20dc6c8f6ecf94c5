package id.warung.forwarder;

import android.content.Context;
import android.net.Uri;
import android.os.Build;
import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Exchanges the one-time code of a pairing link for the key of a connection. The link is
 * `warung://pair?server=https://shop.example&code=...`; any page can open it, so a person confirms it first.
 */
final class Pairing {
    static final String PATH = "/forwarder/pair";
    /** The origin of the shop. */
    final String server;
    final String code;

    private Pairing(String server, String code) {
        this.server = server;
        this.code = code;
    }

    /** Returns null if the address is not a pairing link. */
    static Pairing read(Uri link) {
        if (link == null || !"warung".equals(link.getScheme()) || !"pair".equals(link.getHost())) return null;
        String server = link.getQueryParameter("server");
        String code = link.getQueryParameter("code");
        if (server == null || code == null || !code.matches("[A-Za-z0-9_-]{8,200}")) return null;
        if (!Address.isAllowed(server) || !server.matches("https?://[^/?#]+/?")) return null;
        return new Pairing(server.replaceAll("/$", ""), code);
    }

    /** The result of an exchange: `problem` is empty if the phone is paired. */
    static final class Result {
        final boolean isCodeUsed;
        final String problem;

        Result(boolean isCodeUsed, String problem) {
            this.isCodeUsed = isCodeUsed;
            this.problem = problem;
        }
    }

    Result exchange(Context context) {
        try {
            JSONObject request = new JSONObject().put("code", code).put("version", Health.VERSION)
                .put("model", Build.MANUFACTURER + " " + Build.MODEL).put("sdk", Build.VERSION.SDK_INT);
            Http.Answer answer = Http.post(server + PATH, request.toString().getBytes(Digest.UTF8),
                Collections.singletonMap("User-Agent", "WarungForwarder/" + Health.VERSION));
            if (answer.status == 404 || answer.status == 410 || answer.status == 409) return new Result(true, "HTTP " + answer.status);
            if (answer.status != 200) return new Result(false, "HTTP " + answer.status);
            return store(context, new JSONObject(answer.body));
        } catch (IOException e) {
            return new Result(false, Sender.describe(e));
        } catch (JSONException e) {
            return new Result(false, "JSON");
        }
    }

    private Result store(Context context, JSONObject answer) throws JSONException {
        String url = answer.getString("url");
        String secret = answer.getString("secret");
        JSONArray list = answer.getJSONArray("apps");
        Set<String> apps = new HashSet<String>();
        for (int i = 0; i < list.length(); i++) apps.add(list.getString(i));
        if (!Address.isSameOrigin(server, url) || secret.length() < 16 || apps.isEmpty()) return new Result(false, "JSON");
        Store paired = new Store(context);
        // Events for another shop must not reach this one; those for this shop still report its money.
        if (!url.equals(paired.url())) Sender.queue(context).clear();
        boolean isStored = paired.pair(url, secret, answer.optString("shop", Address.host(server)), apps);
        return new Result(false, isStored ? "" : "disk");
    }
}

package id.warung.forwarder;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.Map;

/** One POST, without redirects and without a retry by the platform. */
final class Http {
    private static final int CONNECT_MS = 10000;
    private static final int READ_MS = 15000;
    private static final int ANSWER_MAX = 65536;

    static final class Answer {
        final int status;
        final String body;
        /** The server's own time in milliseconds; 0 if the answer names none. */
        final long date;

        Answer(int status, String body, long date) {
            this.status = status;
            this.body = body;
            this.date = date;
        }
    }

    private Http() {}

    static Answer post(String url, byte[] body, Map<String, String> headers) throws IOException {
        if (!Address.isAllowed(url)) throw new IOException("plain http is for private addresses only");
        HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
        try {
            connection.setConnectTimeout(CONNECT_MS);
            connection.setReadTimeout(READ_MS);
            connection.setInstanceFollowRedirects(false);
            connection.setUseCaches(false);
            connection.setRequestMethod("POST");
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json; charset=utf-8");
            for (Map.Entry<String, String> header : headers.entrySet()) {
                connection.setRequestProperty(header.getKey(), header.getValue());
            }
            // The platform silently repeats a request on a stale kept-alive connection, so none is kept.
            connection.setRequestProperty("Connection", "close");
            OutputStream out = connection.getOutputStream();
            out.write(body);
            out.close();
            int status = connection.getResponseCode();
            InputStream in = status >= 400 ? connection.getErrorStream() : connection.getInputStream();
            return new Answer(status, in == null ? "" : read(in), connection.getDate());
        } finally {
            connection.disconnect();
        }
    }

    private static String read(InputStream in) throws IOException {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[4096];
            for (int count; (count = in.read(buffer)) > 0 && out.size() < ANSWER_MAX; ) out.write(buffer, 0, count);
            return new String(out.toByteArray(), Digest.UTF8);
        } finally {
            in.close();
        }
    }
}

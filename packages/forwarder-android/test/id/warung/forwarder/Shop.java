package id.warung.forwarder;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.json.JSONObject;

/** A shop's side of the protocol on this machine, written from docs/connectors/mutations.md and not from the app. */
final class Shop {
    static final String SECRET = "0123456789abcdef0123456789abcdef";

    static final class Request {
        String path;
        String body;
        String time;
        String nonce;
        String signature;
        String type;

        JSONObject json() throws Exception {
            return new JSONObject(body);
        }
    }

    final List<Request> requests = Collections.synchronizedList(new ArrayList<Request>());
    volatile int status = 200;
    volatile String answer = "{\"success\":true}";
    volatile String location;
    /** Milliseconds that the shop's clock is ahead; it refuses signatures that are more than five minutes off. */
    volatile long clockOffset;
    volatile boolean checksTime;
    private HttpServer server;
    private int port;

    Shop() throws IOException {
        start(0);
    }

    void start(int wanted) throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", wanted), 0);
        port = server.getAddress().getPort();
        server.createContext("/", this::handle);
        server.start();
    }

    void startAgain() throws IOException {
        start(port);
    }

    void stop() {
        server.stop(0);
    }

    String origin() {
        return "http://127.0.0.1:" + port;
    }

    String hook() {
        return origin() + "/hooks/mutations/7";
    }

    private void handle(HttpExchange exchange) throws IOException {
        Request request = new Request();
        request.path = exchange.getRequestURI().getPath();
        request.body = read(exchange.getRequestBody());
        request.time = exchange.getRequestHeaders().getFirst("X-Mutation-Timestamp");
        request.nonce = exchange.getRequestHeaders().getFirst("X-Mutation-Nonce");
        request.signature = exchange.getRequestHeaders().getFirst("X-Mutation-Signature");
        request.type = exchange.getRequestHeaders().getFirst("Content-Type");
        requests.add(request);
        int code = status;
        String text = answer;
        if (checksTime && Math.abs(Long.parseLong(request.time) * 1000 - now()) > 300000) {
            code = 401;
            text = "{\"success\":false,\"server_time\":\"" + java.time.Instant.ofEpochMilli(now() / 1000 * 1000 + 123) + "\"}";
        }
        if (location != null) exchange.getResponseHeaders().set("Location", location);
        byte[] bytes = text.getBytes("UTF-8");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private long now() {
        return System.currentTimeMillis() + clockOffset;
    }

    /** HMAC-SHA256 over "<time>.<body>", as the native form of the document says. */
    static String sign(Request request) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes("UTF-8"), "HmacSHA256"));
        StringBuilder hex = new StringBuilder("sha256=");
        for (byte each : mac.doFinal((request.time + "." + request.body).getBytes("UTF-8"))) hex.append(String.format("%02x", each));
        return hex.toString();
    }

    private static String read(InputStream in) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        for (int count; (count = in.read(buffer)) > 0; ) out.write(buffer, 0, count);
        return out.toString("UTF-8");
    }
}

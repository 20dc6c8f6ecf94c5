package id.warung.forwarder;

import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.UnknownHostException;

/** The addresses of a shop that the app accepts: https anywhere, plain http only inside a private network. */
final class Address {
    private Address() {}

    /** Whether the text is an address that events may be posted to. */
    static boolean isAllowed(String text) {
        URL url = parse(text);
        if (url == null || url.getHost().isEmpty() || url.getUserInfo() != null) return false;
        return "https".equals(url.getProtocol()) || ("http".equals(url.getProtocol()) && isPrivate(url.getHost()));
    }

    static boolean isPlain(String text) {
        return text.startsWith("http:");
    }

    static String host(String text) {
        URL url = parse(text);
        if (url == null) return "";
        return url.getPort() == -1 ? url.getHost() : url.getHost() + ":" + url.getPort();
    }

    /** Whether both addresses are of the same origin: a pairing answer may not send events elsewhere. */
    static boolean isSameOrigin(String one, String other) {
        URL first = parse(one);
        URL second = parse(other);
        return first != null && second != null && first.getProtocol().equals(second.getProtocol())
            && host(one).equalsIgnoreCase(host(other));
    }

    // Literal addresses only: a name could be resolved differently each time.
    private static boolean isPrivate(String host) {
        if (!host.matches("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-fA-F:]+\\]")) return host.equals("localhost");
        try {
            InetAddress address = InetAddress.getByName(host);
            boolean isUniqueLocal = address.getAddress().length == 16 && (address.getAddress()[0] & 0xfe) == 0xfc;
            return address.isSiteLocalAddress() || address.isLoopbackAddress() || address.isLinkLocalAddress() || isUniqueLocal;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static URL parse(String text) {
        try {
            return new URL(text);
        } catch (MalformedURLException e) {
            return null;
        }
    }
}

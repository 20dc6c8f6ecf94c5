package id.warung.forwarder;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/**
 * Events that the shop does not have yet, oldest first: one file each, written whole and synced before anything is sent.
 * Events that the shop cannot read are set aside (`.bad`) and stay on the phone.
 */
final class Queue {
    static final int MAX = 5000;
    static final int SET_ASIDE_MAX = 500;
    private static final Object LOCK = new Object();
    private static final int NUMBER_LENGTH = 18;

    private final File folder;

    Queue(File folder) {
        this.folder = folder;
        folder.mkdirs();
    }

    /** Returns how many of the oldest events were dropped for lack of space: 0 unless MAX are waiting. */
    int add(String body) throws IOException {
        synchronized (LOCK) {
            // A process that was killed while writing leaves a file that was never acknowledged.
            for (File torn : named(".tmp")) torn.delete();
            File[] waiting = waiting();
            String name = String.format(Locale.ROOT, "%0" + NUMBER_LENGTH + "d.json", next(waiting));
            File whole = new File(folder, name);
            File partial = new File(folder, name + ".tmp");
            FileOutputStream out = new FileOutputStream(partial);
            try {
                out.write(body.getBytes(Digest.UTF8));
                out.getFD().sync();
            } finally {
                out.close();
            }
            if (!partial.renameTo(whole)) throw new IOException("cannot rename " + name);
            int dropped = Math.max(0, waiting.length + 1 - MAX);
            for (int i = 0; i < dropped; i++) waiting[i].delete();
            return dropped;
        }
    }

    // Read from the folder and not from a counter: a lost counter would overwrite a waiting event.
    private static long next(File[] waiting) {
        long now = System.currentTimeMillis() * 1000;
        if (waiting.length == 0) return now;
        return Math.max(now, Long.parseLong(waiting[waiting.length - 1].getName().substring(0, NUMBER_LENGTH)) + 1);
    }

    File[] waiting() {
        return named(".json");
    }

    int size() {
        return waiting().length;
    }

    int setAsideCount() {
        return named(".bad").length;
    }

    static byte[] read(File file) throws IOException {
        FileInputStream in = new FileInputStream(file);
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[8192];
            for (int count; (count = in.read(buffer)) > 0; ) out.write(buffer, 0, count);
            return out.toByteArray();
        } finally {
            in.close();
        }
    }

    void setAside(File file) {
        synchronized (LOCK) {
            file.renameTo(new File(file.getPath().replace(".json", ".bad")));
            File[] aside = named(".bad");
            for (int i = 0; i < aside.length - SET_ASIDE_MAX; i++) aside[i].delete();
        }
    }

    void clear() {
        synchronized (LOCK) {
            File[] all = folder.listFiles();
            if (all != null) for (File each : all) each.delete();
        }
    }

    private File[] named(final String ending) {
        File[] files = folder.listFiles((parent, name) -> name.endsWith(ending) && name.length() > NUMBER_LENGTH);
        if (files == null) return new File[0];
        Arrays.sort(files);
        return files;
    }
}

package id.warung.forwarder;

import java.io.File;

/** Adds events to a queue until it is killed, and prints each that is stored. */
final class KilledWriter {
    private KilledWriter() {}

    public static void main(String[] arguments) throws Exception {
        Queue queue = new Queue(new File(arguments[0]));
        StringBuilder filling = new StringBuilder();
        for (int i = 0; i < 2000; i++) filling.append("isi ");
        for (int i = 0; ; i++) {
            queue.add(arguments[1] + "-" + i + " " + filling + arguments[1] + "-" + i);
            System.out.println(arguments[1] + "-" + i);
        }
    }
}

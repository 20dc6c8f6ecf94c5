package id.warung.forwarder;

import static org.junit.Assert.assertEquals;

import java.io.File;
import java.nio.file.Files;
import org.junit.Test;

/** The queue on its own, without Android. */
public class QueueTest {
    private final File folder = folder();

    private static File folder() {
        try {
            return Files.createTempDirectory("queue").toFile();
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test public void aFullQueueDropsTheOldestAndSaysHowMany() throws Exception {
        for (int i = 1; i <= Queue.MAX; i++) Files.write(new File(folder, String.format("%018d.json", i)).toPath(), new byte[0]);
        Queue queue = new Queue(folder);
        assertEquals(Queue.MAX, queue.size());
        assertEquals(1, queue.add("newest"));
        assertEquals(Queue.MAX, queue.size());
        assertEquals(String.format("%018d.json", 2), queue.waiting()[0].getName());
        assertEquals("newest", new String(Queue.read(queue.waiting()[Queue.MAX - 1]), "UTF-8"));
    }

    @Test public void eventsOfOneMomentKeepTheirOrder() throws Exception {
        Queue queue = new Queue(folder);
        for (int i = 0; i < 200; i++) queue.add("event " + i);
        File[] waiting = queue.waiting();
        for (int i = 0; i < 200; i++) assertEquals("event " + i, new String(Queue.read(waiting[i]), "UTF-8"));
    }

    @Test public void aClockThatGoesBackKeepsTheOrder() throws Exception {
        Files.write(new File(folder, "899999999999999999.json").toPath(), "from the future".getBytes("UTF-8"));
        Queue queue = new Queue(folder);
        queue.add("now");
        assertEquals("now", new String(Queue.read(queue.waiting()[1]), "UTF-8"));
    }
}

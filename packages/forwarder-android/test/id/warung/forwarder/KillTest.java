package id.warung.forwarder;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Kills a process that writes to the queue, again and again, in mid-write: every acknowledged event must be
 * stored, complete and in order. Arguments: the number of kills, and the class path of the writer.
 */
final class KillTest {
    private KillTest() {}

    public static void main(String[] arguments) throws Exception {
        int kills = Integer.parseInt(arguments[0]);
        long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : System.nanoTime();
        Random random = new Random(seed);
        int events = 0;
        for (int kill = 0; kill < kills; kill++) {
            File folder = Files.createTempDirectory("queue").toFile();
            events += check(folder, writeUntilKilled(folder, arguments[1], String.valueOf(kill), random.nextInt(40)), seed);
            for (File each : folder.listFiles()) each.delete();
            folder.delete();
        }
        System.out.println(kills + " kills, " + events + " acknowledged events, none lost or torn (seed " + seed + ")");
    }

    private static List<String> writeUntilKilled(File folder, String classPath, String name, int afterEvents) throws Exception {
        Process writer = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-Xshare:auto", "-XX:TieredStopAtLevel=1",
            "-cp", classPath, "id.warung.forwarder.KilledWriter", folder.getPath(), name)
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader out = new BufferedReader(new InputStreamReader(writer.getInputStream(), "UTF-8"));
        List<String> acknowledged = new ArrayList<String>();
        while (acknowledged.size() <= afterEvents) acknowledged.add(out.readLine());
        // Kills without closing the pipe, which still holds acknowledgements.
    writer.toHandle().destroyForcibly();
        // A line that the kill cut is not an acknowledgement.
        for (String line; (line = out.readLine()) != null; ) if (line.matches("\\d+-\\d+")) acknowledged.add(line);
        writer.waitFor(30, TimeUnit.SECONDS);
        return acknowledged;
    }

    private static int check(File folder, List<String> acknowledged, long seed) throws Exception {
        // The first step of a restart.
        Queue queue = new Queue(folder);
        queue.add("after the restart");
        Set<String> stored = new LinkedHashSet<String>();
        for (File file : queue.waiting()) {
            String text = new String(Queue.read(file), "UTF-8");
            String first = text.split(" ")[0];
            if (!text.equals("after the restart") && !text.endsWith(" " + first)) fail("torn: " + file, seed);
            stored.add(first);
        }
        List<String> order = new ArrayList<String>(stored);
        order.retainAll(acknowledged);
        // The last line may be the beginning of a longer number.
        List<String> whole = acknowledged.subList(0, Math.max(0, acknowledged.size() - 1));
        if (!stored.containsAll(whole)) fail("lost: " + whole + " of " + stored, seed);
        if (!order.subList(0, Math.min(order.size(), whole.size())).equals(whole)) fail("out of order", seed);
        for (File each : folder.listFiles()) if (each.getName().endsWith(".tmp")) fail("left: " + each, seed);
        return acknowledged.size();
    }

    private static void fail(String problem, long seed) {
        System.out.println(problem + " (seed " + seed + ")");
        System.exit(1);
    }
}

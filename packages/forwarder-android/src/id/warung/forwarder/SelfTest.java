package id.warung.forwarder;

import android.app.Notification;
import android.app.NotificationManager;
import android.content.Context;
import android.service.notification.StatusBarNotification;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Posts a notification of the app itself, waits until the listener sees it, and sends a heartbeat to the shop. */
final class SelfTest {
    private static final int ID = 3;
    static final long SEEN_MS = 5000;
    private static volatile CountDownLatch waiting = new CountDownLatch(0);

    private SelfTest() {}

    /** Called by the listener for each notification of the app itself. */
    static void seen(StatusBarNotification posted) {
        if (posted.getId() == ID) waiting.countDown();
    }

    /** Runs the test on the thread that sends, never on the screen's; the result is in the store. */
    static void run(Context context) {
        Store store = new Store(context);
        CountDownLatch latch = new CountDownLatch(1);
        waiting = latch;
        NotificationManager manager = (NotificationManager) context.getSystemService(Context.NOTIFICATION_SERVICE);
        Notification notification = KeepAlive.builder(context).setContentTitle(context.getString(R.string.test_title))
            .setContentText(context.getString(R.string.test_text)).setAutoCancel(true).build();
        manager.notify(ID, notification);
        boolean isSeen = await(latch);
        manager.cancel(ID);
        if (!isSeen) {
            store.text(Store.TEST_RESULT, context.getString(R.string.test_unseen));
            return;
        }
        String problem = Sender.beat(context, true);
        store.text(Store.TEST_RESULT, problem.isEmpty()
            ? context.getString(R.string.test_passed)
            : context.getString(R.string.test_unsent, problem));
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(SEEN_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

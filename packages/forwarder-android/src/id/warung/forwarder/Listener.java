package id.warung.forwarder;

import android.content.ComponentName;
import android.content.Context;
import android.content.pm.PackageManager;
import android.service.notification.NotificationListenerService;
import android.service.notification.StatusBarNotification;
import java.util.LinkedHashMap;
import java.util.Map;
import org.json.JSONObject;

/** Adds the notifications of the chosen apps to the queue. Android binds it; Android or the maker may kill it. */
public class Listener extends NotificationListenerService {
    /** Whether Android has bound it in this process: a flag on disk would outlive the process. */
    static volatile boolean isConnected;
    private static final int SEEN_MAX = 500;

    /** The last event of each key, so that an update with the same words is queued once. */
    private final Map<String, String> seen = new LinkedHashMap<String, String>() {
        @Override protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > SEEN_MAX;
        }
    };

    @Override public void onListenerConnected() {
        isConnected = true;
        WorkJob.schedule(this);
        StatusBarNotification[] active = null;
        try {
            active = getActiveNotifications();
        } catch (RuntimeException e) {
            new Store(this).text(Store.LAST_PROBLEM, Sender.describe(e));
        }
        // Notifications that arrived in the meantime are still on the screen.
        if (active != null) for (StatusBarNotification each : active) take(each);
        Sender.start(this);
    }

    @Override public void onListenerDisconnected() {
        isConnected = false;
        requestRebind(new ComponentName(this, Listener.class));
    }

    @Override public void onNotificationPosted(StatusBarNotification posted) {
        if (take(posted)) Sender.start(this);
    }

    private boolean take(StatusBarNotification posted) {
        if (posted == null) return false;
        if (getPackageName().equals(posted.getPackageName())) {
            SelfTest.seen(posted);
            return false;
        }
        Store store = new Store(this);
        try {
            if (!store.isPaired() || !store.apps().contains(posted.getPackageName())) return false;
            JSONObject event = Notice.read(posted).put("device_id", store.device());
            String id = event.getString("event_id");
            synchronized (seen) {
                if (id.equals(seen.get(posted.getKey()))) return false;
                int dropped = Sender.queue(this).add(event.toString());
                if (dropped > 0) store.number(Store.DROPPED, store.number(Store.DROPPED) + dropped);
                // Done after the write, so that an event that could not be written is queued when posted again.
                seen.put(posted.getKey(), id);
            }
            store.number(Store.LAST_NOTICE, System.currentTimeMillis());
            return true;
        } catch (Exception e) {
            store.text(Store.LAST_PROBLEM, Sender.describe(e));
            return false;
        }
    }

    /**
     * Makes Android bind the listener again after the phone's maker has ended it: `requestRebind` alone does nothing
     * then, and switching the component off and on does.
     */
    static void rebind(Context context) {
        if (isConnected || !Health.hasAccess(context)) return;
        ComponentName name = new ComponentName(context, Listener.class);
        PackageManager packages = context.getPackageManager();
        packages.setComponentEnabledSetting(name, PackageManager.COMPONENT_ENABLED_STATE_DISABLED, PackageManager.DONT_KILL_APP);
        packages.setComponentEnabledSetting(name, PackageManager.COMPONENT_ENABLED_STATE_ENABLED, PackageManager.DONT_KILL_APP);
        NotificationListenerService.requestRebind(name);
    }
}

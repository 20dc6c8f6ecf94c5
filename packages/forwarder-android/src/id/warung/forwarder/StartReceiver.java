package id.warung.forwarder;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/** Starts the work after the phone or the app was updated or restarted. */
public class StartReceiver extends BroadcastReceiver {
    @Override public void onReceive(Context context, Intent intent) {
        // Any app can send an intent to an exported receiver, but only the system can send these two.
        String action = intent == null ? null : intent.getAction();
        if (!Intent.ACTION_BOOT_COMPLETED.equals(action) && !Intent.ACTION_MY_PACKAGE_REPLACED.equals(action)) return;
        if (!new Store(context).isPaired()) return;
        WorkJob.schedule(context);
        if (Sender.queue(context).size() > 0) WorkJob.retry(context);
        Listener.rebind(context);
        if (new Store(context).number(Store.KEEP_ALIVE) != 0) KeepAlive.start(context);
    }
}

package id.warung.forwarder;

import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.BatteryManager;
import android.os.Build;
import android.os.PowerManager;
import android.provider.Settings;
import org.json.JSONException;
import org.json.JSONObject;

/** The state of the phone, as sent by the heartbeat and shown by the four lights. */
final class Health {
    static final String VERSION = "1.1.0";

    private Health() {}

    static JSONObject read(Context context) throws JSONException {
        Store store = new Store(context);
        Queue queue = Sender.queue(context);
        Intent battery = context.registerReceiver(null, new IntentFilter(Intent.ACTION_BATTERY_CHANGED));
        int level = battery == null ? -1 : battery.getIntExtra(BatteryManager.EXTRA_LEVEL, -1);
        int scale = battery == null ? 100 : battery.getIntExtra(BatteryManager.EXTRA_SCALE, 100);
        return new JSONObject()
            .put("listener_connected", hasAccess(context) && Listener.isConnected)
            .put("notification_access", hasAccess(context))
            .put("battery", level < 0 || scale <= 0 ? JSONObject.NULL : level * 100 / scale)
            .put("charging", battery != null && battery.getIntExtra(BatteryManager.EXTRA_PLUGGED, 0) != 0)
            .put("battery_unlimited", isBatteryUnlimited(context))
            .put("queue", queue.size())
            .put("set_aside", queue.setAsideCount())
            .put("dropped", store.number(Store.DROPPED))
            .put("last_notification_at", store.number(Store.LAST_NOTICE))
            .put("version", VERSION)
            .put("model", Build.MANUFACTURER + " " + Build.MODEL)
            .put("sdk", Build.VERSION.SDK_INT);
    }

    static boolean hasAccess(Context context) {
        String listeners = Settings.Secure.getString(context.getContentResolver(), "enabled_notification_listeners");
        if (listeners == null) return false;
        for (String each : listeners.split(":")) {
            ComponentName name = ComponentName.unflattenFromString(each);
            if (name != null && name.getPackageName().equals(context.getPackageName())) return true;
        }
        return false;
    }

    static boolean isBatteryUnlimited(Context context) {
        PowerManager power = (PowerManager) context.getSystemService(Context.POWER_SERVICE);
        return power.isIgnoringBatteryOptimizations(context.getPackageName());
    }
}

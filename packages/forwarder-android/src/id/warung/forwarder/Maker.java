package id.warung.forwarder;

import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.net.Uri;
import android.provider.Settings;

/** Screens of phone makers that decide whether an app may start in the background. None is documented: each is tried. */
final class Maker {
    private static final String[][] SCREENS = {
        {"com.miui.securitycenter", "com.miui.permcenter.autostart.AutoStartManagementActivity"},
        {"com.coloros.safecenter", "com.coloros.safecenter.permission.startup.StartupAppListActivity"},
        {"com.coloros.safecenter", "com.coloros.safecenter.startupapp.StartupAppListActivity"},
        {"com.oplus.safecenter", "com.oplus.safecenter.permission.startup.StartupAppListActivity"},
        {"com.oppo.safe", "com.oppo.safe.permission.startup.StartupAppListActivity"},
        {"com.vivo.permissionmanager", "com.vivo.permissionmanager.activity.BgStartUpManagerActivity"},
        {"com.iqoo.secure", "com.iqoo.secure.ui.phoneoptimize.BgStartUpManager"},
        {"com.transsion.phonemaster", "com.cyin.himgr.autostart.AutoStartActivity"},
        {"com.samsung.android.lool", "com.samsung.android.sm.ui.battery.BatteryActivity"},
        {"com.samsung.android.lool", "com.samsung.android.sm.battery.ui.BatteryActivity"},
    };

    private Maker() {}

    /** Returns the first screen that this phone has, otherwise the system's page of the app. */
    static Intent screen(Context context) {
        for (String[] each : SCREENS) {
            Intent intent = new Intent().setComponent(new ComponentName(each[0], each[1]));
            if (context.getPackageManager().resolveActivity(intent, 0) != null) return intent;
        }
        return appPage(context);
    }

    static Intent appPage(Context context) {
        return new Intent(Settings.ACTION_APPLICATION_DETAILS_SETTINGS, Uri.parse("package:" + context.getPackageName()));
    }
}

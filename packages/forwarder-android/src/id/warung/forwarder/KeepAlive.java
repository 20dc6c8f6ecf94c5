package id.warung.forwarder;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.app.Service;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ServiceInfo;
import android.os.Build;
import android.os.IBinder;

/** An optional foreground service, for phones that kill everything in the background. */
public class KeepAlive extends Service {
    static final String CHANNEL = "warung";
    private static final int ID = 2;

    static void start(Context context) {
        Intent intent = new Intent(context, KeepAlive.class);
        try {
            if (Build.VERSION.SDK_INT >= 26) startInForeground(context, intent);
            else context.startService(intent);
        } catch (RuntimeException e) {
            // Android forbids it from the background; the next opening of the app starts it.
            new Store(context).text(Store.LAST_PROBLEM, Sender.describe(e));
        }
    }

    @ApiLevel(26) private static void startInForeground(Context context, Intent intent) {
        context.startForegroundService(intent);
    }

    static void stop(Context context) {
        context.stopService(new Intent(context, KeepAlive.class));
    }

    @Override public int onStartCommand(Intent intent, int flags, int startId) {
        PendingIntent open = PendingIntent.getActivity(this, 0, new Intent(this, MainActivity.class), PendingIntent.FLAG_IMMUTABLE);
        Notification notification = builder(this).setContentTitle(getString(R.string.keep_title)).setContentIntent(open)
            .setOngoing(true).build();
        if (Build.VERSION.SDK_INT >= 34) startForSpecialUse(notification);
        else startForeground(ID, notification);
        return START_STICKY;
    }

    @ApiLevel(34) private void startForSpecialUse(Notification notification) {
        startForeground(ID, notification, ServiceInfo.FOREGROUND_SERVICE_TYPE_SPECIAL_USE);
    }

    static Notification.Builder builder(Context context) {
        Notification.Builder builder = Build.VERSION.SDK_INT >= 26 ? onChannel(context) : new Notification.Builder(context);
        return builder.setSmallIcon(R.drawable.ic_app);
    }

    @ApiLevel(26) private static Notification.Builder onChannel(Context context) {
        NotificationManager manager = (NotificationManager) context.getSystemService(Context.NOTIFICATION_SERVICE);
        manager.createNotificationChannel(
            new NotificationChannel(CHANNEL, context.getString(R.string.channel), NotificationManager.IMPORTANCE_LOW));
        return new Notification.Builder(context, CHANNEL);
    }

    @Override public IBinder onBind(Intent intent) {
        return null;
    }
}

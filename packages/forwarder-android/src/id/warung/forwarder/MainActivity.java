package id.warung.forwarder;

import android.app.Activity;
import android.app.AlertDialog;
import android.content.ComponentName;
import android.content.Intent;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.provider.Settings;
import android.text.SpannableStringBuilder;
import android.text.Spanned;
import android.text.TextUtils;
import android.text.style.ForegroundColorSpan;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;
import java.text.DateFormat;
import java.util.Date;
import java.util.TreeSet;

/** The one screen: four lights, the steps that turn them green, the test, and the pairing. */
public class MainActivity extends Activity {
    private static final long REFRESH_MS = 2000;
    private static final int GREEN = 0xff2e7d32;
    private static final int RED = 0xffc62828;
    /** The shop is silent if nothing has reached it for longer than two heartbeats take. */
    private static final long SILENT_MS = 35 * 60000L;

    private final Handler handler = new Handler(Looper.getMainLooper());
    private final Runnable refresh = new Runnable() {
        @Override public void run() {
            show();
            handler.postDelayed(this, REFRESH_MS);
        }
    };
    private TextView status;
    private LinearLayout steps;

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        int space = Math.round(16 * getResources().getDisplayMetrics().density);
        LinearLayout column = new LinearLayout(this);
        column.setOrientation(LinearLayout.VERTICAL);
        column.setPadding(space, space, space, space);
        status = new TextView(this);
        status.setTextSize(16);
        status.setTextIsSelectable(true);
        column.addView(status);
        steps = new LinearLayout(this);
        steps.setOrientation(LinearLayout.VERTICAL);
        column.addView(steps);
        ScrollView scroll = new ScrollView(this);
        // Android 15 draws behind the bars.
        scroll.setFitsSystemWindows(true);
        scroll.addView(column);
        setContentView(scroll);
        addSteps();
        if (state == null) confirmPairing(getIntent());
    }

    private void addSteps() {
        steps.removeAllViews();
        add(R.string.fix_access, view -> open(accessScreen()));
        add(R.string.fix_restricted, view -> open(Maker.appPage(this)));
        add(R.string.fix_battery, view -> open(new Intent(Settings.ACTION_REQUEST_IGNORE_BATTERY_OPTIMIZATIONS,
            Uri.parse("package:" + getPackageName()))));
        add(R.string.fix_maker, view -> open(Maker.screen(this)));
        if (Build.VERSION.SDK_INT >= 33) {
            add(R.string.fix_alert, view -> requestPermissions(new String[] {"android.permission.POST_NOTIFICATIONS"}, 1));
        }
        add(R.string.test_now, view -> test());
        add(R.string.test_later, view -> {
            new Store(this).text(Store.TEST_RESULT, getString(R.string.test_waiting));
            WorkJob.testLater(this);
            show();
        });
        boolean isKept = new Store(this).number(Store.KEEP_ALIVE) != 0;
        add(isKept ? R.string.keep_off : R.string.keep_on, view -> keepAlive(!isKept));
        if (new Store(this).isPaired()) add(R.string.unpair, view -> confirmUnpairing());
    }

    private void add(int text, View.OnClickListener onClick) {
        Button button = new Button(this);
        button.setText(text);
        button.setAllCaps(false);
        button.setOnClickListener(onClick);
        steps.addView(button);
    }

    private void open(Intent intent) {
        try {
            startActivity(intent);
        } catch (RuntimeException e) {
            startActivity(new Intent(Settings.ACTION_SETTINGS));
        }
    }

    private Intent accessScreen() {
        if (Build.VERSION.SDK_INT < 30) return new Intent("android.settings.ACTION_NOTIFICATION_LISTENER_SETTINGS");
        return new Intent("android.settings.NOTIFICATION_LISTENER_DETAIL_SETTINGS").putExtra(
            "android.provider.extra.NOTIFICATION_LISTENER_COMPONENT_NAME", new ComponentName(this, Listener.class).flattenToString());
    }

    private void test() {
        new Store(this).text(Store.TEST_RESULT, getString(R.string.test_running));
        show();
        Sender.THREAD.execute(() -> SelfTest.run(getApplicationContext()));
    }

    private void keepAlive(boolean isWanted) {
        new Store(this).number(Store.KEEP_ALIVE, isWanted ? 1 : 0);
        if (isWanted) KeepAlive.start(this);
        else KeepAlive.stop(this);
        addSteps();
    }

    @Override protected void onNewIntent(Intent intent) {
        super.onNewIntent(intent);
        confirmPairing(intent);
    }

    @Override protected void onResume() {
        super.onResume();
        if (new Store(this).isPaired()) {
            WorkJob.schedule(this);
            Listener.rebind(this);
            Sender.start(this);
            if (new Store(this).number(Store.KEEP_ALIVE) != 0) KeepAlive.start(this);
        }
        refresh.run();
    }

    @Override protected void onPause() {
        super.onPause();
        handler.removeCallbacks(refresh);
    }

    // Any page can open a pairing link, so a person has to confirm the server's name first.
    private void confirmPairing(Intent intent) {
        if (intent == null || intent.getData() == null) return;
        Pairing pairing = Pairing.read(intent.getData());
        if (pairing == null) {
            tell(getString(R.string.pair_invalid));
            return;
        }
        Store store = new Store(this);
        String text = getString(R.string.pair_text, Address.host(pairing.server));
        if (store.isPaired()) text += "\n\n" + getString(R.string.pair_replaces, store.shop() + " (" + Address.host(store.url()) + ")");
        if (Address.isPlain(pairing.server)) text += "\n\n" + getString(R.string.pair_plain);
        new AlertDialog.Builder(this).setTitle(R.string.pair_title).setMessage(text)
            .setPositiveButton(R.string.pair_yes, (dialog, which) -> exchange(pairing))
            .setNegativeButton(R.string.cancel, null).show();
    }

    private void exchange(Pairing pairing) {
        Sender.THREAD.execute(() -> {
            Pairing.Result result = pairing.exchange(getApplicationContext());
            if (result.problem.isEmpty()) {
                WorkJob.schedule(getApplicationContext());
                Sender.beat(getApplicationContext(), false);
            }
            handler.post(() -> {
                if (result.isCodeUsed) tell(getString(R.string.pair_code_used));
                else if (!result.problem.isEmpty()) tell(getString(R.string.pair_failed, result.problem));
                addSteps();
                show();
            });
        });
    }

    private void confirmUnpairing() {
        new AlertDialog.Builder(this).setTitle(R.string.unpair)
            .setMessage(getString(R.string.unpair_text, Sender.queue(this).size()))
            .setPositiveButton(R.string.unpair, (dialog, which) -> {
                new Store(this).unpair(false);
                Sender.queue(this).clear();
                WorkJob.cancelAll(this);
                KeepAlive.stop(this);
                addSteps();
                show();
            })
            .setNegativeButton(R.string.cancel, null).show();
    }

    private void tell(String text) {
        if (isFinishing()) return;
        new AlertDialog.Builder(this).setMessage(text).setPositiveButton(android.R.string.ok, null).show();
    }

    private void show() {
        Store store = new Store(this);
        Queue queue = Sender.queue(this);
        SpannableStringBuilder text = new SpannableStringBuilder();
        if (store.isPaired()) text.append(getString(R.string.paired, store.shop() + " (" + Address.host(store.url()) + ")"));
        else text.append(getString(store.number(Store.CUT_OFF) != 0 ? R.string.cut_off : R.string.not_paired));
        text.append("\n\n");
        light(text, Health.hasAccess(this), R.string.light_access);
        light(text, Health.isBatteryUnlimited(this), R.string.light_battery);
        light(text, Listener.isConnected, R.string.light_alive);
        long silence = System.currentTimeMillis() - store.number(Store.LAST_SENT);
        light(text, store.isPaired() && silence < SILENT_MS && store.text(Store.LAST_PROBLEM).isEmpty(), R.string.light_server);
        text.append('\n').append(getString(R.string.details, time(store.number(Store.LAST_NOTICE)),
            time(store.number(Store.LAST_SENT)), queue.size(), queue.setAsideCount(), store.number(Store.DROPPED),
            TextUtils.join(", ", new TreeSet<String>(store.apps()))));
        if (!store.text(Store.LAST_PROBLEM).isEmpty()) {
            text.append('\n').append(getString(R.string.last_problem, store.text(Store.LAST_PROBLEM)));
        }
        if (!store.text(Store.TEST_RESULT).isEmpty()) text.append("\n\n").append(store.text(Store.TEST_RESULT));
        status.setText(text);
    }

    private void light(SpannableStringBuilder text, boolean isOn, int name) {
        int start = text.length();
        // A symbol as well as a colour, for people who cannot distinguish the colours.
        text.append(isOn ? "\u25cf " : "\u25cb ");
        text.setSpan(new ForegroundColorSpan(isOn ? GREEN : RED), start, text.length(), Spanned.SPAN_EXCLUSIVE_EXCLUSIVE);
        text.append(getString(name)).append('\n');
    }

    private String time(long at) {
        return at == 0 ? getString(R.string.never) : DateFormat.getDateTimeInstance().format(new Date(at));
    }
}

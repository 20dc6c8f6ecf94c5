package id.warung.forwarder;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.app.AlertDialog;
import android.app.Notification;
import android.app.Person;
import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.os.Process;
import android.os.UserHandle;
import android.provider.Settings;
import android.service.notification.StatusBarNotification;
import android.text.SpannableString;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.Shadows;
import org.robolectric.annotation.Config;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAlertDialog;
import org.robolectric.util.ReflectionHelpers;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {35})
public class ForwarderTest {
    private Context app;
    private Shop shop;

    @Before public void open() throws Exception {
        app = RuntimeEnvironment.getApplication();
        shop = new Shop();
        Listener.isConnected = false;
    }

    @After public void close() {
        shop.stop();
    }

    private void pair() {
        new Store(app).pair(shop.hook(), Shop.SECRET, "Kopi Nusantara", new HashSet<String>(Arrays.asList("id.dana", "com.bca")));
    }

    private Listener listener() {
        return Robolectric.setupService(Listener.class);
    }

    private Notification.Builder words(String title, CharSequence text) {
        return new Notification.Builder(app, "c").setSmallIcon(android.R.drawable.ic_dialog_info).setContentTitle(title)
            .setContentText(text).setWhen(1000);
    }

    private StatusBarNotification posted(String app, int id, Notification notification, UserHandle user) {
        return new StatusBarNotification(app, app, id, null, 10123, 0, 0, notification, user, 5000);
    }

    private StatusBarNotification posted(String app, int id, String text) {
        return posted(app, id, words("DANA Bisnis", text).build(), Process.myUserHandle());
    }

    private void settle() throws Exception {
        Sender.THREAD.submit(() -> { }).get(30, TimeUnit.SECONDS);
    }

    private JobInfo job(int id) {
        return ((JobScheduler) app.getSystemService(Context.JOB_SCHEDULER_SERVICE)).getPendingJob(id);
    }

    private boolean runJob(int id) throws Exception {
        WorkJob service = Robolectric.setupService(WorkJob.class);
        JobParameters parameters = Shadow.newInstanceOf(JobParameters.class);
        ReflectionHelpers.setField(parameters, "jobId", id);
        assertTrue(service.onStartJob(parameters));
        settle();
        assertTrue(Shadows.shadowOf(service).getIsJobFinished());
        return Shadows.shadowOf(service).getIsRescheduleNeeded();
    }

    @Test public void aNotificationReachesTheShopSignedOverItsBytes() throws Exception {
        pair();
        listener().onNotificationPosted(posted("id.dana", 7, "Kamu menerima Rp50.123 dari BUDI \uD83D\uDE00 \u202Eabc"));
        settle();
        assertEquals(1, shop.requests.size());
        Shop.Request request = shop.requests.get(0);
        assertEquals("/hooks/mutations/7", request.path);
        assertEquals(Shop.sign(request), request.signature);
        assertTrue(request.type.startsWith("application/json"));
        JSONObject body = request.json();
        assertEquals("id.dana", body.getString("package_name"));
        assertEquals("DANA Bisnis", body.getString("title"));
        assertEquals("Kamu menerima Rp50.123 dari BUDI \uD83D\uDE00 \u202Eabc", body.getString("text"));
        assertEquals(5000, body.getLong("occurred_at"));
        assertEquals(64, body.getString("event_id").length());
        assertEquals(0, Sender.queue(app).size());
    }

    @Test public void eventsAndHeartbeatsNameThePhoneAlikeAndAnotherShopLearnsAnotherName() throws Exception {
        pair();
        listener().onNotificationPosted(posted("id.dana", 7, "Kamu menerima Rp50.124 dari BUDI"));
        settle();
        Sender.beat(app, false);
        String device = shop.requests.get(0).json().getString("device_id");
        assertEquals(36, device.length());
        assertEquals(device, shop.requests.get(1).json().getString("device_id"));
        pair();
        assertEquals(device, new Store(app).device());
        new Store(app).unpair(false);
        new Store(app).pair("https://other.example/hooks/mutations/1", Shop.SECRET, "x", new HashSet<String>(Arrays.asList("id.dana")));
        assertNotEquals(device, new Store(app).device());
    }

    @Test public void everyFieldOfANotificationIsSent() throws Exception {
        Notification big = words("t", new SpannableString("styled"))
            .setStyle(new Notification.BigTextStyle().bigText("big").setBigContentTitle("big title").setSummaryText("summary"))
            .setSubText("sub").setTicker("ticker").setCategory(Notification.CATEGORY_MESSAGE).setGroup("g").setGroupSummary(true)
            .setOngoing(true).build();
        JSONObject body = Notice.read(posted("id.dana", 1, big, Process.myUserHandle()));
        assertEquals("styled", body.getString("text"));
        assertEquals("big", body.getString("big_text"));
        assertEquals("big title", body.getString("title_big"));
        assertEquals("summary", body.getString("summary_text"));
        assertEquals("sub", body.getString("sub_text"));
        assertEquals("ticker", body.getString("ticker"));
        assertEquals("msg", body.getString("category"));
        assertTrue(body.getBoolean("group_summary"));
        assertTrue(body.getBoolean("ongoing"));

        Notification lines = words("t", "x").setStyle(new Notification.InboxStyle().addLine("Rp1.001").addLine("Rp1.002")).build();
        assertEquals("[\"Rp1.001\",\"Rp1.002\"]",
            Notice.read(posted("id.dana", 1, lines, Process.myUserHandle())).getJSONArray("lines").toString());

        Notification messages = words("t", "x").setStyle(new Notification.MessagingStyle(new Person.Builder().setName("me").build())
            .addMessage("Rp1.003", 9, new Person.Builder().setName("Bank").build())).build();
        JSONObject message = Notice.read(posted("id.dana", 1, messages, Process.myUserHandle())).getJSONArray("messages").getJSONObject(0);
        assertEquals("Rp1.003", message.getString("text"));
        assertEquals(9, message.getLong("time"));
    }

    @Test public void aTextOfAHundredThousandCharactersIsCutAndFitsTheDoor() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 50000; i++) text.append("\uD83D\uDE00");
        JSONObject body = Notice.read(posted("id.dana", 1, text.toString()));
        assertTrue(body.toString().getBytes("UTF-8").length < 256 * 1024);
        assertTrue(body.getString("text").length() <= Notice.FIELD_MAX);
        assertFalse(Character.isHighSurrogate(body.getString("text").charAt(body.getString("text").length() - 1)));
    }

    @Test public void otherAppsAreNeverRead() throws Exception {
        pair();
        listener().onNotificationPosted(posted("com.whatsapp", 7, "halo"));
        settle();
        assertEquals(0, shop.requests.size());
        assertEquals(0, Sender.queue(app).size());
    }

    @Test public void anUpdateWithTheSameWordsIsSentOnceAndNewWordsAgain() throws Exception {
        pair();
        Listener listener = listener();
        listener.onNotificationPosted(posted("id.dana", 7, "Rp1.001"));
        listener.onNotificationPosted(posted("id.dana", 7, "Rp1.001"));
        listener.onNotificationPosted(posted("id.dana", 7, "Rp1.002"));
        settle();
        assertEquals(2, shop.requests.size());
        assertNotEquals(shop.requests.get(0).json().getString("event_id"), shop.requests.get(1).json().getString("event_id"));
    }

    @Test public void twoUsersOfAPhoneHaveEventsOfTheirOwn() throws Exception {
        UserHandle work = UserHandle.getUserHandleForUid(10 * 100000 + 10123);
        JSONObject own = Notice.read(posted("id.dana", 7, words("t", "Rp1.001").build(), Process.myUserHandle()));
        JSONObject other = Notice.read(posted("id.dana", 7, words("t", "Rp1.001").build(), work));
        assertEquals(0, own.getInt("user"));
        assertEquals(10, other.getInt("user"));
        assertNotEquals(own.getString("event_id"), other.getString("event_id"));
    }

    @Test public void aTextWithAOneTimeCodeIsSentWithoutItsWords() throws Exception {
        JSONObject body = Notice.read(posted("id.dana", 7, "Kode verifikasi DANA kamu 482913. Jangan berikan ke siapa pun."));
        assertTrue(body.getBoolean("withheld"));
        assertEquals("", body.getString("text"));
        assertEquals("", body.getString("title"));
        assertFalse(body.toString().contains("482913"));
        for (String text : new String[] {
            "OTP: 1234", "Your verification code is 882211", "482913 adalah kode rahasia Anda", "PIN baru Anda 778812",
            "Kode OTP transaksi Rp50.000 adalah 123456. Jangan berikan kepada siapa pun",
            "G-482913 is your one-time code",
        }) assertTrue(text, OneTimeCode.isIn(text));
    }

    @Test public void aPaymentNoticeWithTheUsualWarningIsSentWhole() throws Exception {
        for (String text : new String[] {
            "Dana masuk Rp50.123 dari BUDI. Jangan berikan OTP kepada siapa pun.",
            "Pembayaran QRIS Rp 10.017 diterima. Ref 88213456. Jangan pernah bagikan PIN atau OTP.",
            "Rp1.127 di TOKO MELATI, Makanan.",
            "You received IDR 10,017.00 from BUDI. Never share your OTP 123 with anyone.",
            "Transfer Rp2500000 diterima pukul 12.30 tanggal 26/11/2026",
        }) assertFalse(text, OneTimeCode.isIn(text));
    }

    @Test public void aNotificationThatAndroidHidIsSentAsHidden() throws Exception {
        assertTrue(Notice.read(posted("id.dana", 1, "Sensitive notification content hidden")).getBoolean("hidden"));
        assertFalse(Notice.read(posted("id.dana", 1, "Rp100.123")).has("hidden"));
    }

    @Test public void eventsSurviveADeadShopAndARestartOfThePhoneInOrder() throws Exception {
        pair();
        shop.stop();
        listener().onNotificationPosted(posted("com.bca", 1, "Rp10.001"));
        listener().onNotificationPosted(posted("com.bca", 2, "Rp10.002"));
        settle();
        assertEquals(2, Sender.queue(app).size());
        assertTrue(job(WorkJob.RETRY).isPersisted());
        // From here on only the data on disk is used.
        new StartReceiver().onReceive(app, new Intent(Intent.ACTION_BOOT_COMPLETED));
        assertTrue(job(WorkJob.BEAT).isPersisted());
        shop.startAgain();
        for (int status : new int[] {429, 500, 503, 401, 403, 404, 302}) {
            shop.status = status;
            assertTrue("kept at " + status, runJob(WorkJob.RETRY));
            assertEquals(2, Sender.queue(app).size());
        }
        shop.status = 200;
        shop.requests.clear();
        assertFalse(runJob(WorkJob.RETRY));
        assertEquals(0, Sender.queue(app).size());
        assertEquals("Rp10.001", shop.requests.get(0).json().getString("text"));
        assertEquals("Rp10.002", shop.requests.get(1).json().getString("text"));
    }

    @Test public void anEventThatTheShopHasOrCannotReadLeavesTheQueue() throws Exception {
        pair();
        shop.status = 409;
        listener().onNotificationPosted(posted("com.bca", 1, "Rp10.001"));
        settle();
        assertEquals(0, Sender.queue(app).size());
        for (int status : new int[] {400, 413, 422}) {
            shop.status = status;
            listener().onNotificationPosted(posted("com.bca", status, "Rp10." + status));
            settle();
        }
        assertEquals(0, Sender.queue(app).size());
        shop.status = 200;
        assertEquals("", Sender.beat(app, false));
        assertEquals(3, shop.requests.get(shop.requests.size() - 1).json().getInt("set_aside"));
    }

    @Test public void aRedirectIsNotFollowed() throws Exception {
        pair();
        Shop other = new Shop();
        shop.status = 307;
        shop.location = other.hook();
        listener().onNotificationPosted(posted("com.bca", 1, "Rp10.001"));
        settle();
        other.stop();
        assertEquals(0, other.requests.size());
        assertEquals(1, Sender.queue(app).size());
    }

    @Test public void aWrongClockIsCorrectedByTheShopsAnswer() throws Exception {
        pair();
        shop.checksTime = true;
        // The phone believes that it is 1970.
        shop.clockOffset = 1795000000000L;
        listener().onNotificationPosted(posted("com.bca", 1, "Rp10.001"));
        settle();
        assertEquals(2, shop.requests.size());
        assertEquals(0, Sender.queue(app).size());
        listener().onNotificationPosted(posted("com.bca", 2, "Rp10.002"));
        settle();
        assertEquals(3, shop.requests.size());
    }

    @Test public void aRefusedKeyKeepsEveryEventAndIsTriedOnce() throws Exception {
        pair();
        shop.status = 401;
        shop.answer = "{\"success\":false,\"server_time\":\"" + java.time.Instant.ofEpochMilli(System.currentTimeMillis() / 1000 * 1000 + 1) + "\"}";
        listener().onNotificationPosted(posted("com.bca", 1, "Rp10.001"));
        settle();
        assertEquals(1, shop.requests.size());
        assertEquals(1, Sender.queue(app).size());
    }

    @Test public void aShopThatCutsThePhoneOffEndsThePairing() throws Exception {
        pair();
        shop.status = 410;
        listener().onNotificationPosted(posted("com.bca", 1, "Rp10.001"));
        settle();
        assertFalse(new Store(app).isPaired());
        assertEquals(1, new Store(app).number(Store.CUT_OFF));
        listener().onNotificationPosted(posted("com.bca", 2, "Rp10.002"));
        settle();
        assertEquals(1, shop.requests.size());
    }

    @Test public void aHeartbeatSaysHowThePhoneIs() throws Exception {
        pair();
        assertEquals("", Sender.beat(app, false));
        Shop.Request request = shop.requests.get(0);
        assertEquals(Shop.sign(request), request.signature);
        JSONObject body = request.json();
        assertEquals("heartbeat", body.getString("type"));
        assertTrue(Math.abs(body.getLong("sent_at") - System.currentTimeMillis()) < 60000);
        for (String name : new String[] {
            "listener_connected", "notification_access", "battery", "charging", "battery_unlimited", "queue", "set_aside", "dropped", "version",
        }) assertTrue(name, body.has(name));
        assertFalse(body.getBoolean("listener_connected"));
    }

    @Test public void theTestGoesThroughTheListenerToTheShopAndBack() throws Exception {
        pair();
        Listener listener = listener();
        Thread eyes = new Thread(() -> {
            for (int i = 0; i < 200 && new Store(app).text(Store.TEST_RESULT).isEmpty(); i++) {
                Notification own = words("t", "x").build();
                listener.onNotificationPosted(posted(app.getPackageName(), 3, own, Process.myUserHandle()));
                try {
                    Thread.sleep(10);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        eyes.start();
        SelfTest.run(app);
        eyes.interrupt();
        eyes.join();
        assertEquals(app.getString(R.string.test_passed), new Store(app).text(Store.TEST_RESULT));
        assertTrue(shop.requests.get(0).json().getBoolean("test"));
        assertEquals(0, Sender.queue(app).size());
    }

    @Test public void aListenerThatTheMakerEndedIsBoundAgainByTogglingIt() {
        pair();
        ComponentName name = new ComponentName(app, Listener.class);
        Settings.Secure.putString(app.getContentResolver(), "enabled_notification_listeners", name.flattenToString());
        Listener.isConnected = true;
        Listener.rebind(app);
        assertEquals(PackageManager.COMPONENT_ENABLED_STATE_DEFAULT, app.getPackageManager().getComponentEnabledSetting(name));
        Listener.isConnected = false;
        Listener.rebind(app);
        assertEquals(PackageManager.COMPONENT_ENABLED_STATE_ENABLED, app.getPackageManager().getComponentEnabledSetting(name));
    }

    private MainActivity openLink(String link) {
        return Robolectric.buildActivity(MainActivity.class, new Intent(Intent.ACTION_VIEW, Uri.parse(link))).setup().get();
    }

    private String link(String server) {
        return "warung://pair?server=" + Uri.encode(server) + "&code=abcdefgh12345678";
    }

    @Test public void aPairingLinkDoesNothingBeforeAPersonHasAgreed() throws Exception {
        shop.answer = "{\"url\":\"" + shop.hook() + "\",\"secret\":\"" + Shop.SECRET + "\",\"shop\":\"Kopi\",\"apps\":[\"id.dana\"]}";
        openLink(link(shop.origin()));
        settle();
        assertEquals(0, shop.requests.size());
        AlertDialog dialog = ShadowAlertDialog.getLatestAlertDialog();
        String text = Shadows.shadowOf(dialog).getMessage().toString();
        assertTrue(text.contains(Address.host(shop.origin())));
        assertTrue(text.contains(app.getString(R.string.pair_plain)));
        dialog.getButton(AlertDialog.BUTTON_POSITIVE).performClick();
        Shadows.shadowOf(android.os.Looper.getMainLooper()).idle();
        settle();
        assertTrue(new Store(app).isPaired());
        assertEquals("/forwarder/pair", shop.requests.get(0).path);
        assertEquals("abcdefgh12345678", shop.requests.get(0).json().getString("code"));
    }

    @Test public void aSecondPairingNamesTheOneThatItReplaces() {
        pair();
        openLink(link("https://other.example"));
        String text = Shadows.shadowOf(ShadowAlertDialog.getLatestAlertDialog()).getMessage().toString();
        assertTrue(text, text.contains("Kopi Nusantara"));
        assertTrue(text, text.contains("other.example"));
    }

    @Test public void linksThatAreNoPairingAreRefused() {
        for (String link : new String[] {
            link("ftp://shop.example"), link("http://shop.example"), link("http://8.8.8.8"), link("https://a@shop.example"),
            link("https://shop.example/path"), "warung://pair?server=https%3A%2F%2Fshop.example&code=short", "warung://pair",
            "https://shop.example/pair?code=abcdefgh12345678",
        }) assertNull(link, Pairing.read(Uri.parse(link)));
        assertEquals("https://shop.example", Pairing.read(Uri.parse(link("https://shop.example/"))).server);
    }

    @Test public void anAnswerThatSendsEventsElsewhereDoesNotPair() throws Exception {
        shop.answer = "{\"url\":\"https://evil.example/hooks/mutations/1\",\"secret\":\"" + Shop.SECRET + "\",\"apps\":[\"id.dana\"]}";
        Pairing pairing = Pairing.read(Uri.parse(link(shop.origin())));
        assertFalse(pairing.exchange(app).problem.isEmpty());
        shop.status = 410;
        assertTrue(pairing.exchange(app).isCodeUsed);
        assertFalse(new Store(app).isPaired());
    }

    @Test public void pairingAgainKeepsTheEventsOfTheSameShopAndDropsThoseOfAnother() throws Exception {
        pair();
        Sender.queue(app).add("{}");
        String origin = shop.hook().replaceAll("(https?://[^/]+)/.*", "$1");
        Pairing again = Pairing.read(Uri.parse("warung://pair?server=" + origin + "&code=0123456789"));
        JSONObject answer = new JSONObject().put("url", shop.hook()).put("secret", Shop.SECRET).put("shop", "Kopi")
            .put("apps", new JSONArray(Arrays.asList("com.bca")));
        shop.answer = answer.toString();
        assertEquals("", again.exchange(app).problem);
        assertEquals(1, Sender.queue(app).size());
        shop.answer = answer.put("url", shop.hook() + "9").toString();
        assertEquals("", again.exchange(app).problem);
        assertEquals(0, Sender.queue(app).size());
    }

    @Test public void theManifestAsksForWhatTheJobsNeedAndForNothingThatReadsMore() throws Exception {
        List<String> permissions = Arrays.asList(
            app.getPackageManager().getPackageInfo(app.getPackageName(), PackageManager.GET_PERMISSIONS).requestedPermissions);
        for (String name : new String[] {"RECEIVE_BOOT_COMPLETED", "ACCESS_NETWORK_STATE", "INTERNET", "WAKE_LOCK"}) {
            assertTrue(name, permissions.contains("android.permission." + name));
        }
        for (String name : new String[] {"CAMERA", "READ_SMS", "RECEIVE_SMS", "QUERY_ALL_PACKAGES", "BIND_ACCESSIBILITY_SERVICE"}) {
            assertFalse(name, permissions.contains("android.permission." + name));
        }
    }

    @Test public void theScreenNamesTheShopAndItsLights() {
        pair();
        MainActivity screen = Robolectric.buildActivity(MainActivity.class).setup().get();
        String text = text(screen.findViewById(android.R.id.content));
        assertTrue(text, text.contains("Kopi Nusantara"));
        assertTrue(text, text.contains(app.getString(R.string.light_access)));
        assertTrue(text, text.contains(app.getString(R.string.unpair)));
    }

    @Test @Config(qualifiers = "in") public void theScreenIsIndonesianOnAnIndonesianPhone() {
        MainActivity screen = Robolectric.buildActivity(MainActivity.class).setup().get();
        assertTrue(text(screen.findViewById(android.R.id.content)).contains("HP ini belum dipasangkan"));
    }

    private static String text(android.view.View view) {
        if (view instanceof android.widget.TextView) return ((android.widget.TextView) view).getText() + "\n";
        StringBuilder all = new StringBuilder();
        android.view.ViewGroup group = (android.view.ViewGroup) view;
        for (int i = 0; i < group.getChildCount(); i++) all.append(text(group.getChildAt(i)));
        return all.toString();
    }
}

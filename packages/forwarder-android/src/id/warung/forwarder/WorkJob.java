package id.warung.forwarder;

import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.app.job.JobService;
import android.content.ComponentName;
import android.content.Context;
import android.os.PowerManager;

/** Work that survives restarts: the rest of the queue, the heartbeat, and the test with the screen off. */
public class WorkJob extends JobService {
    static final int RETRY = 1;
    static final int BEAT = 2;
    static final int TEST = 3;
    /** The shortest period that Android allows. */
    private static final long BEAT_MS = 15 * 60000L;
    private static final long RETRY_MS = 5000;
    private static final long BACK_OFF_MS = 10000;
    private static final long TEST_DELAY_MS = 60000;
    private static final long WAKE_MS = 120000;

    static void schedule(Context context) {
        if (scheduler(context).getPendingJob(BEAT) != null) return;
        scheduler(context).schedule(job(context, BEAT).setPeriodic(BEAT_MS).setPersisted(true).build());
    }

    static void retry(Context context) {
        if (scheduler(context).getPendingJob(RETRY) != null) return;
        scheduler(context).schedule(job(context, RETRY).setMinimumLatency(RETRY_MS).setPersisted(true)
            .setBackoffCriteria(BACK_OFF_MS, JobInfo.BACKOFF_POLICY_EXPONENTIAL).build());
    }

    static void testLater(Context context) {
        scheduler(context).schedule(job(context, TEST).setMinimumLatency(TEST_DELAY_MS)
            .setOverrideDeadline(TEST_DELAY_MS * 2).build());
    }

    static void cancelAll(Context context) {
        scheduler(context).cancelAll();
    }

    private static JobScheduler scheduler(Context context) {
        return (JobScheduler) context.getSystemService(Context.JOB_SCHEDULER_SERVICE);
    }

    private static JobInfo.Builder job(Context context, int id) {
        return new JobInfo.Builder(id, new ComponentName(context, WorkJob.class))
            .setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY);
    }

    @Override public boolean onStartJob(final JobParameters parameters) {
        final PowerManager.WakeLock lock = Sender.wakeLock(this);
        lock.acquire(WAKE_MS);
        Sender.THREAD.execute(() -> {
            boolean isDone = true;
            try {
                isDone = run(parameters.getJobId());
            } finally {
                if (lock.isHeld()) lock.release();
                jobFinished(parameters, !isDone);
            }
        });
        return true;
    }

    private boolean run(int id) {
        if (id == TEST) {
            SelfTest.run(this);
            return true;
        }
        boolean isEmpty = Sender.drain(this);
        if (id == RETRY) return isEmpty;
        Listener.rebind(this);
        Sender.beat(this, false);
        if (!isEmpty) retry(this);
        // A periodic job runs again automatically.
        return true;
    }

    @Override public boolean onStopJob(JobParameters parameters) {
        return parameters.getJobId() != TEST;
    }
}

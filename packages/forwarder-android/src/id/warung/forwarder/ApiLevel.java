package id.warung.forwarder;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Marks a method that is called only from this Android version on: the check for the oldest version skips it. */
@Retention(RetentionPolicy.CLASS)
@interface ApiLevel {
    int value();
}

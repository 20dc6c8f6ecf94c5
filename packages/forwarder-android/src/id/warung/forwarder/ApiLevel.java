package id.warung.forwarder;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Marks a method that is called from this version of Android on alone: the check of the oldest one leaves it out. */
@Retention(RetentionPolicy.CLASS)
@interface ApiLevel {
    int value();
}

package id.warung.forwarder;

import java.io.File;
import java.io.FileInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import org.codehaus.mojo.animal_sniffer.SignatureChecker;
import org.codehaus.mojo.animal_sniffer.logging.PrintWriterLogger;

/**
 * Checks that the app calls nothing that Android 7 lacks, except in methods marked with `ApiLevel`.
 * Arguments: the signature of API 24, and the classes.
 */
final class OldestAndroid {
    private OldestAndroid() {}

    public static void main(String[] arguments) throws Exception {
        SignatureChecker checker = new SignatureChecker(new FileInputStream(arguments[0]),
            new HashSet<String>(Arrays.asList("id/warung/forwarder/*")), new PrintWriterLogger(System.out));
        checker.setSourcePath(new ArrayList<File>());
        checker.setAnnotationTypes(Collections.singletonList(ApiLevel.class.getName()));
        checker.process(new File(arguments[1]));
        if (checker.isSignatureBroken()) System.exit(1);
        System.out.println("calls nothing that Android 7 lacks");
    }
}

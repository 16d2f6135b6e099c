package aplus;

/** The constants that the hosts of all languages share. A test compares them with `kits/vocabulary.json`. */
final class Constants {
  static final int LONGEST_TEXT_LENGTH = 200;
  static final long EXACT_INTEGER_LIMIT = 9_007_199_254_740_992L;
  static final long PATIENCE_MILLISECONDS = 6000;
  static final double PATIENCE_PER_EVENT_MILLISECONDS = 0.3;
  static final long PATIENCE_WHILE_COMPUTING = 16;
  static final double LONGEST_STEP_SHARE = 0.25;
  static final long COMPUTATION_STEP_MILLISECONDS = 20;
  static final long KERNEL_PAUSE_MILLISECONDS = 2;
  static final long LINGER_MILLISECONDS = 500;
  static final int FATAL_EXIT_STATUS = 1;
  static final int BROKEN_EXIT_STATUS = 70;

  private Constants() {}
}

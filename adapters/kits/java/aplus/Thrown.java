package aplus;

/** Carries a value that is not an exception, because Java throws only exceptions. */
final class Thrown extends RuntimeException {
  private static final long serialVersionUID = 1;
  final transient Object value;

  Thrown(Object value) {
    super("a value of the program", null, false, false);
    this.value = value;
  }

  /** Throws any exception, even a checked one that the method does not declare. */
  @SuppressWarnings("unchecked")
  static <T extends Throwable> T sneak(Throwable error) throws T {
    throw (T) error;
  }

  /** A value in a form that Java can throw; always the same object for the same mark. */
  static Throwable reason(Object value) {
    if (value instanceof Throwable error) return error;
    return value instanceof Mark mark ? mark.thrown : new Thrown(value);
  }
}

package aplus;

/** Carries what is no exception through a language that throws only exceptions. */
final class Thrown extends RuntimeException {
  private static final long serialVersionUID = 1;
  final transient Object value;

  Thrown(Object value) {
    super("a value of the program", null, false, false);
    this.value = value;
  }

  /** Throws anything, also what a function may not declare. */
  @SuppressWarnings("unchecked")
  static <T extends Throwable> T sneak(Throwable error) throws T {
    throw (T) error;
  }

  /** A value as what this language can throw; always the same for the same mark. */
  static Throwable reason(Object value) {
    if (value instanceof Throwable error) return error;
    return value instanceof Mark mark ? mark.thrown : new Thrown(value);
  }
}

package aplus;

/** Carries what is no exception through a language that throws only exceptions. */
final class Thrown extends RuntimeException {
  private static final long serialVersionUID = 1;
  final transient Object value;

  Thrown(Object value) {
    super("a value of the program", null, false, false);
    this.value = value;
  }

  /** A value as what this language can throw; always the same for the same mark. */
  static RuntimeException reason(Object value) {
    if (value instanceof RuntimeException error) return error;
    return value instanceof Mark mark ? mark.thrown : new Thrown(value);
  }
}

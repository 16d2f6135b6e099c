package aplus;

/** Carries what is no exception through a language that throws only exceptions. */
final class Thrown extends RuntimeException {
  private static final long serialVersionUID = 1;
  final transient Object value;

  Thrown(Object value) {
    super("a value of the program", null, false, false);
    this.value = value;
  }
}

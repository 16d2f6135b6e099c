package aplus;

/** An identity and nothing else. */
final class Mark {
  /** How this mark is thrown: always as the same exception. */
  final Thrown thrown = new Thrown(this);
}

package aplus;

/** A mark of the program: an object that has an identity and nothing else. */
final class Mark {
  /** The exception by which this mark is thrown, always the same one. */
  final Thrown thrown = new Thrown(this);
}

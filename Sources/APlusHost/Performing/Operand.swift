import APlusAdapter

/// A value of a program at run time.
enum Operand {
  /// A mark, scalar, text, error or list.
  case token(Token)
  case promise(Entity)
  case thenable(Entity)
}

import APlusAdapter

/// What a value of a program is while it runs.
enum Operand {
  /// A mark, scalar, text, error or list.
  case token(Token)
  case promise(Entity)
  case thenable(Entity)
}

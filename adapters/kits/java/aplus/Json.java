package aplus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, longs, doubles, booleans and {@link #NULL}. An absent member is Java's null. */
final class Json {
  static final Object NULL = new Object();

  private final String text;
  private int place;

  private Json(String text) {
    this.text = text;
  }

  /** Reads one value. @throws IllegalArgumentException Where the text is not JSON. */
  static Object parse(String text) {
    return new Json(text).value();
  }

  /** An object from alternating names and values, without the members whose value is null. */
  static Map<String, Object> object(Object... members) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int index = 0; index < members.length; index += 2) {
      if (members[index + 1] != null) object.put((String) members[index], members[index + 1]);
    }
    return object;
  }

  /** A value as JSON text. */
  static String text(Object value) {
    StringBuilder text = new StringBuilder();
    write(value, text);
    return text.toString();
  }

  // ---- Reading

  private Object value() {
    char first = next();
    return switch (first) {
      case '{' -> members();
      case '[' -> elements();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", NULL);
      default -> number();
    };
  }

  /** Skips white space and returns the next character without consuming it. */
  private char next() {
    while (place < text.length() && text.charAt(place) <= ' ') place += 1;
    if (place == text.length()) throw new IllegalArgumentException("the text ends too early");
    return text.charAt(place);
  }

  private boolean takes(char wanted) {
    boolean isThere = next() == wanted;
    if (isThere) place += 1;
    return isThere;
  }

  private void expect(char wanted) {
    if (!takes(wanted)) throw new IllegalArgumentException("no " + wanted + " at " + place);
  }

  private Map<String, Object> members() {
    Map<String, Object> object = new LinkedHashMap<>();
    expect('{');
    if (takes('}')) return object;
    do {
      next();
      String name = string();
      expect(':');
      object.put(name, value());
    } while (takes(','));
    expect('}');
    return object;
  }

  private List<Object> elements() {
    List<Object> list = new ArrayList<>();
    expect('[');
    if (takes(']')) return list;
    do {
      list.add(value());
    } while (takes(','));
    expect(']');
    return list;
  }

  private String string() {
    expect('"');
    StringBuilder string = new StringBuilder();
    for (char next = text.charAt(place++); next != '"'; next = text.charAt(place++)) {
      string.append(next == '\\' ? escaped(text.charAt(place++)) : next);
    }
    return string.toString();
  }

  private char escaped(char letter) {
    return switch (letter) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> (char) Integer.parseInt(text.substring(place, place += 4), 16);
      default -> letter;
    };
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, place)) throw new IllegalArgumentException("no value at " + place);
    place += word.length();
    return value;
  }

  private Object number() {
    int start = place;
    while (place < text.length() && "+-.0123456789eE".indexOf(text.charAt(place)) >= 0) place += 1;
    String number = text.substring(start, place);
    if (number.matches("-?\\d{1,18}")) return Long.valueOf(number);
    return Double.valueOf(number);
  }

  // ---- Writing

  /** Writes a value at the end of a text. */
  static void write(Object value, StringBuilder text) {
    if (value instanceof Map<?, ?> object) {
      String separator = "{";
      for (Map.Entry<?, ?> member : object.entrySet()) {
        text.append(separator);
        quote((String) member.getKey(), text);
        text.append(':');
        write(member.getValue(), text);
        separator = ",";
      }
      text.append(object.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      text.append('[');
      for (int index = 0; index < list.size(); index += 1) {
        if (index > 0) text.append(',');
        write(list.get(index), text);
      }
      text.append(']');
    } else if (value instanceof String string) {
      quote(string, text);
    } else {
      text.append(value == NULL ? "null" : value.toString());
    }
  }

  private static void quote(String string, StringBuilder text) {
    text.append('"');
    for (int index = 0; index < string.length(); index += 1) {
      char next = string.charAt(index);
      if (next == '"' || next == '\\') text.append('\\').append(next);
      else if (next < ' ') text.append(String.format("\\u%04x", (int) next));
      else text.append(next);
    }
    text.append('"');
  }
}

package aplus;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** JSON Lines over descriptors that the library cannot reach by accident. */
final class Wire {
  private static final int BUFFER_SIZE = 1 << 16;

  private final BufferedReader input;
  private final OutputStream output;

  Wire() throws IOException {
    input = new BufferedReader(new InputStreamReader(new FileInputStream("/dev/fd/0"), StandardCharsets.UTF_8));
    // Opened for appending: if it is a file, earlier output in it stays.
    output = new BufferedOutputStream(new FileOutputStream("/dev/fd/1", true), BUFFER_SIZE);
    // Java replaces a closed standard descriptor with /dev/null.
    new FileInputStream(FileDescriptor.in).close();
    new FileOutputStream(FileDescriptor.out).close();
    System.setIn(InputStream.nullInputStream());
    System.setOut(System.err);
  }

  /** The next message; null at the end of input. */
  @SuppressWarnings("unchecked")
  Map<String, Object> read() throws IOException {
    String line = input.readLine();
    while (line != null && line.isBlank()) line = input.readLine();
    return line == null ? null : (Map<String, Object>) Json.parse(line);
  }

  /** A text that is written piece by piece. */
  interface Text {
    void writeTo(OutputStream output) throws IOException;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes a message at once; ends the process if the reader is gone. */
  void write(String message) {
    write(output -> output.write(bytes(message)));
  }

  /** Does so, piece by piece. */
  synchronized void write(Text message) {
    try {
      message.writeTo(output);
      output.write('\n');
      output.flush();
    } catch (IOException error) {
      Runtime.getRuntime().halt(0);
    }
  }
}

package aplus;

import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;

/** What the adapter of any library says: {@link Adapter} for promises, {@link ChannelAdapter} for channels. */
public interface LibraryAdapter {
  /** The name of the library in reports. */
  String library();

  /** The library's version. */
  default String version() {
    return System.getProperty("java.version");
  }

  /** What the library can do, as words separated by spaces. */
  default String capabilities() {
    return "";
  }

  /** The best strength that quiescence reaches: `quiescent` for a library that has its own threads. */
  default String quiescence() {
    return "proved";
  }

  /** The reason inside an exception that the library wraps around it. The host compares identities after unwrapping. */
  default Throwable unwrap(Throwable reason) {
    return reason;
  }

  /** Whether this reason is the library's own exception for what was cancelled. */
  default boolean isCancellation(Throwable reason) {
    return reason instanceof CancellationException;
  }

  /** Whether this reason is the library's own exception for a timeout. */
  default boolean isTimeout(Throwable reason) {
    return reason instanceof TimeoutException;
  }

  /** Whether this is the library's own exception for a promise that waits for itself; traces call it `TypeError`. */
  default boolean isSelfResolution(Throwable reason) {
    return false;
  }
}

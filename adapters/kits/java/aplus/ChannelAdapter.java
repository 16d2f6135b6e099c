package aplus;

import java.util.concurrent.CancellationException;

/**
 * How to make and use a channel of a library. The author of an adapter for channels implements this.
 *
 * <p>Each call that may wait gets a thread of its own, which the library blocks; its cancel is an interruption:
 *
 * <pre>
 * public class Queues implements ChannelAdapter&lt;BlockingQueue&lt;Object&gt;&gt; {
 *   public String library() { return "ArrayBlockingQueue"; }
 *   public String capabilities() { return "threads channels:bounded,send,cancel-waiting undelivered:told"; }
 *   public BlockingQueue&lt;Object&gt; make(String kind, int room) { return new ArrayBlockingQueue&lt;&gt;(room); }
 *   public void send(BlockingQueue&lt;Object&gt; queue, Object element) throws Exception { queue.put(element); }
 *   public Object receive(BlockingQueue&lt;Object&gt; queue) throws Exception { return queue.take(); }
 * }
 * </pre>
 *
 * <p>The host calls `make` and `receive`, and what `capabilities` names after `channels:`.
 *
 * @param <C> The library's channel.
 */
public interface ChannelAdapter<C> extends LibraryAdapter {
  /**
   * Makes a channel.
   *
   * @param kind `rendezvous`, `bounded`, `unlimited` or `conflated`.
   * @param room For how many elements a bounded channel has room; 0 for the others.
   */
  C make(String kind, int room);

  /** Receives an element, and waits for one. At the end of the channel it throws what {@link #isEnd} recognizes. */
  Object receive(C channel) throws Exception;

  /** For `send`: sends an element, and waits until the channel has taken it. */
  default void send(C channel, Object element) throws Exception {
    throw new UnsupportedOperationException();
  }

  /** For `offer`: sends an element without waiting; returns whether the channel took it. */
  default boolean offer(C channel, Object element) throws Exception {
    throw new UnsupportedOperationException();
  }

  /** For `poll`: receives without waiting; returns null if the channel is empty. */
  default Object poll(C channel) throws Exception {
    throw new UnsupportedOperationException();
  }

  /** For `close`: closes a channel; returns whether this call did it, or null if the library does not say. */
  default Boolean close(C channel) {
    throw new UnsupportedOperationException();
  }

  /** For `fail`: ends a channel with an error. */
  default void fail(C channel, Throwable reason) {
    throw new UnsupportedOperationException();
  }

  /** For `cancel`: cancels a channel, which drops its elements. */
  default void cancel(C channel) {
    throw new UnsupportedOperationException();
  }

  /** Whether a call threw this because the channel has ended; `iterate` needs it. */
  default boolean isEnd(Throwable reason) {
    return false;
  }

  /** An interruption is the cancellation of a call that waits. */
  @Override
  default boolean isCancellation(Throwable reason) {
    return reason instanceof InterruptedException || reason instanceof CancellationException;
  }
}

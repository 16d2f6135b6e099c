// The adapter of your channels, for aplus-check. Complete each place marked FILL IN, then remove its comment.
// The guide: 'How to write an adapter', and the page of the kit for java.
import aplus.ChannelAdapter;
// FILL IN: import your library, here java.util.concurrent
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class MyQueues implements ChannelAdapter<BlockingQueue<Object>> {
  // FILL IN: the name of your library in reports
  public String library() { return "mylib"; }
  // FILL IN: the kinds of channels, what can be done with one, such as close or fail, and what it promises besides
  public String capabilities() {
    return "threads channels:bounded,unlimited,send,offer,poll,cancel-waiting undelivered:told";
  }
  // FILL IN: make a channel of the kind
  public BlockingQueue<Object> make(String kind, int room) {
    return kind.equals("bounded") ? new ArrayBlockingQueue<>(room) : new LinkedBlockingQueue<>();
  }
  // FILL IN: send and receive; each call blocks a thread of its own, which an interruption cancels
  public void send(BlockingQueue<Object> queue, Object element) throws InterruptedException { queue.put(element); }
  public Object receive(BlockingQueue<Object> queue) throws InterruptedException { return queue.take(); }
  // FILL IN: send and receive without waiting; omit these if your library cannot
  public boolean offer(BlockingQueue<Object> queue, Object element) { return queue.offer(element); }
  public Object poll(BlockingQueue<Object> queue) { return queue.poll(); }
}

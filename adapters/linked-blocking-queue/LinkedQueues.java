import aplus.ChannelAdapter;
import java.util.concurrent.*;

/** The linked queue of java.util.concurrent, which has a lock at each end, and its queues without locks. */
public class LinkedQueues implements ChannelAdapter<BlockingQueue<Object>> {
  public String library() { return "java.util.concurrent.LinkedBlockingQueue"; }
  public String capabilities() {
    return "threads channels:rendezvous,bounded,unlimited,send,offer,poll,cancel-waiting undelivered:told";
  }
  public BlockingQueue<Object> make(String kind, int room) {
    return switch (kind) {
      case "rendezvous" -> new SynchronousQueue<>(true);
      case "bounded" -> new LinkedBlockingQueue<>(room);
      default -> new LinkedTransferQueue<>();
    };
  }
  public void send(BlockingQueue<Object> queue, Object element) throws InterruptedException { queue.put(element); }
  public Object receive(BlockingQueue<Object> queue) throws InterruptedException { return queue.take(); }
  public boolean offer(BlockingQueue<Object> queue, Object element) { return queue.offer(element); }
  public Object poll(BlockingQueue<Object> queue) { return queue.poll(); }
}

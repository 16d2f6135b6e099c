import aplus.ChannelAdapter;
import java.util.concurrent.*;

/** The blocking queues of java.util.concurrent, as channels. */
public class BlockingQueues implements ChannelAdapter<BlockingQueue<Object>> {
  public String library() { return "java.util.concurrent.BlockingQueue"; }
  public String capabilities() {
    return "threads channels:rendezvous,bounded,unlimited,send,offer,poll,cancel-waiting undelivered:told";
  }
  public BlockingQueue<Object> make(String kind, int room) {
    return switch (kind) {
      case "rendezvous" -> new SynchronousQueue<>();
      case "bounded" -> new ArrayBlockingQueue<>(room);
      default -> new LinkedBlockingQueue<>();
    };
  }
  public void send(BlockingQueue<Object> queue, Object element) throws InterruptedException { queue.put(element); }
  public Object receive(BlockingQueue<Object> queue) throws InterruptedException { return queue.take(); }
  public boolean offer(BlockingQueue<Object> queue, Object element) { return queue.offer(element); }
  public Object poll(BlockingQueue<Object> queue) { return queue.poll(); }
}

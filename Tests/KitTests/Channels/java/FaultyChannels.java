import aplus.ChannelAdapter;
import java.util.ArrayDeque;
import java.util.Deque;

/** Channels of threads, right unless APLUS_FAULT names a fault. */
public class FaultyChannels implements ChannelAdapter<FaultyChannels.Channel> {
  private static final String FAULT = System.getenv("APLUS_FAULT");

  private static boolean has(String fault) {
    return fault.equals(FAULT);
  }

  /** Says that a channel has ended. */
  static final class Ended extends Exception {
    private static final long serialVersionUID = 1;
  }

  /** A channel with room for some elements, whose methods are all under its lock. */
  static final class Channel {
    private final int room;
    private final Deque<Object> items = new ArrayDeque<>();
    private boolean isClosed;
    private boolean hasTold;
    private Exception failure;

    Channel(int room) {
      this.room = room;
    }

    synchronized void send(Object item) throws Exception {
      while (!isClosed && items.size() >= room) {
        try {
          wait();
        } catch (InterruptedException cancel) {
          if (has("cancelled-send-stays")) items.addLast(item);
          throw cancel;
        }
      }
      if (isClosed) throw new Ended();
      add(item);
    }

    synchronized boolean offer(Object item) {
      if (isClosed || items.size() >= room) return has("offer-says-yes");
      add(item);
      return true;
    }

    private void add(Object item) {
      items.addLast(item);
      notifyAll();
    }

    synchronized Object receive() throws Exception {
      while (items.isEmpty() && !isClosed) {
        try {
          wait();
        } catch (InterruptedException cancel) {
          if (!has("ignores-cancels")) throw cancel;
        }
      }
      return items.isEmpty() ? end() : take();
    }

    synchronized Object poll() throws Exception {
      if (has("end-overtakes") && isClosed && !hasTold) {
        hasTold = true;
        throw new Ended();
      }
      return !items.isEmpty() ? take() : isClosed ? end() : null;
    }

    private Object take() {
      Object item = has("newest-first") ? items.pollLast() : items.pollFirst();
      if (!has("forgets-senders")) notifyAll();
      return item;
    }

    private Object end() throws Exception {
      Exception reason = failure;
      if (has("fails-once")) failure = null;
      throw reason == null ? new Ended() : reason;
    }

    synchronized boolean close(Exception reason) {
      boolean wasClosed = isClosed;
      isClosed = true;
      if (!wasClosed) failure = reason;
      if (has("close-wakes-one")) notify();
      else notifyAll();
      return !wasClosed || has("closes-again");
    }

    synchronized void cancel() {
      if (!has("cancel-keeps-elements")) items.clear();
      close(null);
    }
  }

  public String library() { return "Channel"; }
  public String capabilities() {
    return "threads channels:bounded,unlimited,send,offer,poll,iterate,close,fail,cancel,cancel-waiting"
        + " undelivered:told error-reaches:all";
  }
  public Channel make(String kind, int room) { return new Channel(kind.equals("bounded") ? room : Integer.MAX_VALUE); }
  public void send(Channel channel, Object element) throws Exception { channel.send(element); }
  public Object receive(Channel channel) throws Exception { return channel.receive(); }
  public boolean offer(Channel channel, Object element) { return channel.offer(element); }
  public Object poll(Channel channel) throws Exception { return channel.poll(); }
  public Boolean close(Channel channel) { return channel.close(null); }
  public void fail(Channel channel, Throwable reason) { channel.close((Exception) reason); }
  public void cancel(Channel channel) { channel.cancel(); }
  public boolean isEnd(Throwable reason) { return reason instanceof Ended; }
}

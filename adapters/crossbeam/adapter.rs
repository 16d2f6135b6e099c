//! The channels of the crate `crossbeam-channel`.
#[path = "../kits/c/aplus_channels.rs"]
mod aplus_channels;
use aplus_channels::{Channels, Failure, Table};
use crossbeam_channel::{bounded, unbounded, TryRecvError};

#[no_mangle]
pub extern "C" fn aplus_adapter() -> *const Table {
    Channels::new("crossbeam-channel", "0.5", "threads undelivered:told")
        .ends("rendezvous", |_| bounded(0))
        .ends("bounded", |given| bounded(given.room))
        .ends("unlimited", |_| unbounded())
        .send(|ends, element, _| ends.sender()?.send(element).map_err(|_| Failure::Ended))
        .receive(|ends, _| ends.receiver()?.recv().map_err(|_| Failure::Ended))
        .offer(|ends, element| ends.sender().map_or(false, |sender| sender.try_send(element).is_ok()))
        .poll(|ends| match ends.receiver()?.try_recv() {
            Err(TryRecvError::Disconnected) => Err(Failure::Ended),
            received => Ok(received.ok()),
        })
        .table()
}

// The adapter of your channels for aplus-check. Complete each place marked FILL IN, then remove its comment. The page of the
// C interface describes all functions.
mod aplus_channels;
// FILL IN: load your library
use std::sync::mpsc::sync_channel;

use aplus_channels::{shared, Channels, Failure, Table};

#[no_mangle]
pub extern "C" fn aplus_adapter() -> *const Table {
    // FILL IN: the name and version of your library, and what it promises, such as error-reaches:all
    Channels::new("mylib", "", "threads undelivered:told")
        // FILL IN: make channels of the kinds that your library has, as pairs of ends; or use kind where it has no ends apart
        .ends("bounded", |given| shared(sync_channel(given.room)))
        // FILL IN: send and receive; each call has a thread of its own, which it may block
        .send(|ends, element, _| ends.sender()?.send(element).map_err(|_| Failure::Ended))
        .receive(|ends, _| ends.receiver()?.lock().unwrap().recv().map_err(|_| Failure::Ended))
        // FILL IN: what else your library has, such as poll or close, and leave out what it does not have
        .offer(|ends, element| ends.sender().map_or(false, |sender| sender.try_send(element).is_ok()))
        .table()
}
